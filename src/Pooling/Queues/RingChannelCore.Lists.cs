using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Queues;

// Where operations are kept, while they wait and while they do not.
internal sealed partial class RingChannelCore<T, TRing>
{
    private const int MostSpares = 64;

    private TOperation Rent<TOperation>(ref SpareList<TOperation> spares) where TOperation : Operation, new()
    {
        TOperation? spare = Interlocked.Exchange(ref spares.AtHand, null); // pairs with the exchange in Return
        if (spare is not null)
            return spare;

        lock (_gate)
        {
            if (spares.TryTake(out spare))
                return spare;
        }

        return new TOperation { Core = this };
    }

    private void Return<TOperation>(TOperation operation, ref SpareList<TOperation> spares) where TOperation : Operation
    {
        if (Interlocked.CompareExchange(ref spares.AtHand, operation, null) is null) // pairs with the exchange in Rent
            return;

        lock (_gate)
            spares.Add(operation);
    }

    private struct SpareList<TOperation> where TOperation : Operation
    {
        /// <summary>One before the list, so that a channel with one waiting operation of a kind needs no lock to keep it.</summary>
        internal TOperation? AtHand;

        private Operation? _first;
        private int _count;

        internal bool TryTake([NotNullWhen(true)] out TOperation? operation)
        {
            operation = Unsafe.As<TOperation>(_first);
            if (operation is null)
                return false;

            _first = operation.Next;
            operation.Next = null;
            _count--;
            return true;
        }

        internal void Add(TOperation operation)
        {
            if (_count == MostSpares)
                return;

            operation.Next = _first;
            _first = operation;
            _count++;
        }
    }

    /// <summary>Operations in the order in which they came, linked through themselves. Used under the gate, or by one thread.</summary>
    private struct OperationList
    {
        private Operation? _first;
        private Operation? _last;

        internal readonly bool IsEmpty => _first is null;

        internal void Add(Operation operation)
        {
            operation.Previous = _last;
            if (_last is null)
                _first = operation;
            else
                _last.Next = operation;

            _last = operation;
        }

        internal void Remove(Operation operation)
        {
            if (operation.Previous is null)
                _first = operation.Next;
            else
                operation.Previous.Next = operation.Next;

            if (operation.Next is null)
                _last = operation.Previous;
            else
                operation.Next.Previous = operation.Previous;

            operation.Previous = operation.Next = null;
        }

        internal Operation? Take()
        {
            Operation? first = _first;
            if (first is not null)
                Remove(first);

            return first;
        }

        /// <summary>Moves the oldest operation of a list of parked ones here.</summary>
        internal void TakeOne(ref OperationList parked)
        {
            if (parked.Take() is not { } operation)
                return;

            operation.IsParked = false; // from here on nobody cancels it out of a list
            Add(operation);
        }

        internal void TakeAll(ref OperationList parked)
        {
            while (!parked.IsEmpty)
                TakeOne(ref parked);
        }
    }
}
