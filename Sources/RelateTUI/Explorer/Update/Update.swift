/// Changes the model by what happened, and says what the world is asked for. Pure: reads no clock, no file.
func update(_ model: inout Model, _ event: Event) -> [Effect] {
    switch event {
    case .key(let key) where key == .control("q"):
        model.hasEnded = true
    case .inputClosed:
        model.hasEnded = true
    case .resized(let size):
        model.size = size
    default:
        break
    }
    return []
}

/// What a new explorer asks for first.
func initialEffects(of model: Model) -> [Effect] { [] }
