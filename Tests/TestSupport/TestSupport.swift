// Shared by the test targets: seeded random numbers, snapshot helpers, places of test data.
