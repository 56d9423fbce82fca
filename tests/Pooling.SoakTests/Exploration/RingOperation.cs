namespace Pooling.SoakTests.Exploration;

/// <summary>A call in a thread's program. Values are from 1 to 14, so that four bits of a result contain one.</summary>
/// <param name="Kind">The kind of the call.</param>
/// <param name="Value">The item, or the first of <paramref name="Count"/> consecutive items.</param>
/// <param name="Count">The number of items in a span.</param>
internal readonly record struct RingOperation(OperationKind Kind, int Value = 0, int Count = 1)
{
    internal static RingOperation Enqueue(int value) => new(OperationKind.Enqueue, value);

    internal static RingOperation EnqueueMany(int value, int count) => new(OperationKind.EnqueueMany, value, count);

    internal static RingOperation Dequeue => new(OperationKind.Dequeue);

    internal static RingOperation DequeueMany(int count) => new(OperationKind.DequeueMany, 0, count);

    internal static RingOperation Peek => new(OperationKind.Peek);

    internal static RingOperation Complete => new(OperationKind.Complete);

    public override string ToString() => Kind switch
    {
        OperationKind.Enqueue => $"enqueue {Value}",
        OperationKind.EnqueueMany => $"enqueue {Value} to {Value + Count - 1}",
        OperationKind.DequeueMany => $"dequeue {Count}",
        _ => Kind.ToString().ToLowerInvariant(),
    };
}
