namespace Pooling.SoakTests.Exploration;

internal enum OperationKind
{
    Enqueue,
    EnqueueMany,
    Dequeue,
    DequeueMany,
    Peek,
    Complete,
}
