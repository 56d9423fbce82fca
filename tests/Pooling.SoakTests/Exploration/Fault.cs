namespace Pooling.SoakTests.Exploration;

/// <summary>Specifies an injected fault, which the explorer must find.</summary>
internal enum Fault
{
    None,

    /// <summary>Every acquiring read orders nothing.</summary>
    AcquireDropped,

    /// <summary>Every releasing write orders nothing.</summary>
    ReleaseDropped,

    /// <summary>An item is written to its slot after the position that announces it.</summary>
    SlotAfterPublish,

    /// <summary>The ring accepts one item more than its capacity.</summary>
    LimitOffByOne,
}
