namespace Pooling.SoakTests.Exploration;

/// <summary>What is wrong on purpose, so that the explorer can be seen to find it.</summary>
internal enum Fault
{
    None,

    /// <summary>Every acquiring read orders nothing.</summary>
    AcquireDropped,

    /// <summary>Every releasing write orders nothing.</summary>
    ReleaseDropped,

    /// <summary>An item is written to its slot after the position that announces it.</summary>
    SlotAfterPublish,

    /// <summary>The ring takes one item more than its capacity.</summary>
    LimitOffByOne,
}
