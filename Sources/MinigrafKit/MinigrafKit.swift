// The embedded bi-temporal Datalog store.
