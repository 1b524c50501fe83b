// Bytes that survive a crash; this module knows neither graph nor fact.
