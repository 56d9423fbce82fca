using Pooling.Queues;

namespace Pooling.SoakTests.Exploration;

/// <summary>One of the library's rings, unchanged, on explored memory.</summary>
internal sealed class ExploredRing<TRing>(TRing ring, int slots, RingPeek<TRing> peek) : IExploredRing where TRing : struct, IRing<long>
{
    private TRing _ring = ring;

    public int Slots => slots;

    public ulong Invoke(RingOperation operation)
    {
        switch (operation.Kind)
        {
            case OperationKind.Enqueue:
                return _ring.TryEnqueue(operation.Value) ? 1u : 0u;
            case OperationKind.EnqueueMany:
                Span<long> given = stackalloc long[operation.Count];
                for (int i = 0; i < given.Length; i++)
                    given[i] = operation.Value + i;

                return (ulong)_ring.EnqueueMany(given);
            case OperationKind.Dequeue:
                return _ring.TryDequeue(out long item) ? (ulong)item : 0;
            case OperationKind.DequeueMany:
                Span<long> taken = stackalloc long[operation.Count];
                ulong result = 0;
                for (int i = _ring.DequeueMany(taken); i > 0; i--)
                    result = (result << 4) | (ulong)taken[i - 1];

                return result;
            case OperationKind.Peek:
                return peek(ref _ring, out long seen) ? (ulong)seen : 0;
            default:
                _ring.Close();
                return 1;
        }
    }
}
