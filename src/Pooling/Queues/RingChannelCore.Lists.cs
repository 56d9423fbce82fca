using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Queues;

// Where operations are kept, both while they wait and while they do not.
internal sealed partial class RingChannelCore<T, TRing>
{
    private const int MaxSpares = 64;

    private TOperation Rent<TOperation>(
        ref Side side, ref int state, TOperation first, ref SpareList<TOperation> spares)
        where TOperation : Operation, new()
    {
        if (side.TryTakeFirst(ref state, Side.Taken))
            return first;

        using (Enter())
        {
            if (spares.TryTake(out TOperation? spare))
                return spare;
        }

        return new TOperation { Core = this };
    }

    private void Return<TOperation>(TOperation operation, ref int state, ref SpareList<TOperation> spares)
        where TOperation : Operation
    {
        if (operation.IsFirst)
        {
            // pairs with the exchange in TryTakeFirst: the next use comes after what this one has done
            Volatile.Write(ref state, Side.Free);
            return;
        }

        using (Enter())
            spares.Add(operation);
    }

    /// <summary>The waiting operations of one side: reading or writing.</summary>
    private struct Side
    {
        internal const int Free = 0;
        internal const int Waits = 1;
        internal const int Taken = 2;
        internal const int Completing = 4;
        internal const int DequeuesAreFenced = 8;
        internal const int Stopped = 16;

        /// <summary><see cref="Waits"/> while there is an operation in a list; for the writers also
        /// <see cref="Completing"/> and <see cref="DequeuesAreFenced"/>, for the readers <see cref="Stopped"/>. Written
        /// under the gate.</summary>
        internal int Listed;

        /// <summary><see cref="Free"/>, <see cref="Waits"/> while it is parked, or <see cref="Taken"/>: the operation
        /// belongs to the thread that wrote that.</summary>
        internal int MoverState;

        /// <inheritdoc cref="MoverState"/>
        internal int WatcherState;

        /// <summary>Whether the options promise one reader, or one writer: then no two movers may wait.</summary>
        internal bool IsSingle;

        /// <summary>An operation that moves an item, and parks without the lock.</summary>
        internal Operation FirstMover;

        /// <summary>An operation that only waits for an item to be moved, and parks without the lock.</summary>
        internal Operation FirstWatcher;

        internal OperationList Movers; // under the gate, like the next field
        internal OperationList Watchers;

        /// <summary>Takes a parked first operation, which then belongs to the caller.</summary>
        /// <returns><see langword="false"/> if it is not parked.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static bool TryResume(ref int state) =>
            // pairs with the exchanges in TryPark and TryTakeFirst
            Volatile.Read(ref state) == Waits && Interlocked.CompareExchange(ref state, Taken, Waits) == Waits;

        /// <summary>All flags of this side.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        // pairs with the writes in Watch, and with the exchanges in TryPark and TryTakeFirst
        internal int Look() =>
            Volatile.Read(ref Listed) | Volatile.Read(ref MoverState) | Volatile.Read(ref WatcherState);

        /// <summary>Takes a first operation for the caller or, with the same store, parks it immediately. A full
        /// fence.</summary>
        /// <returns><see langword="false"/> if it is in use, or earlier operations wait in the lists.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool TryTakeFirst(ref int state, int taken) =>
            (Volatile.Read(ref Listed) & Waits) == 0 // pairs with the writes in Watch
            && Interlocked.CompareExchange(ref state, taken, Free) == Free; // pairs with the write in Return

        internal static ref int StateOf(ref Side side, Operation operation) =>
            ref (operation.Moves ? ref side.MoverState : ref side.WatcherState);

        internal static ref OperationList ListOf(ref Side side, Operation operation) =>
            ref (operation.Moves ? ref side.Movers : ref side.Watchers);

        /// <summary>Updates the flags that the other side checks. Under the gate.</summary>
        internal void Watch(int more = 0, int forget = 0)
        {
            int waits = Movers.IsEmpty && Watchers.IsEmpty ? 0 : Waits;
            Volatile.Write(ref Listed, (Listed & ~(Waits | forget)) | more | waits); // pairs with the reads in Look
        }
    }

    private struct SpareList<TOperation> where TOperation : Operation
    {
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
            if (_count == MaxSpares)
                return;

            operation.Next = _first;
            _first = operation;
            _count++;
        }
    }

    /// <summary>A linked list of operations in order of arrival. Used under the gate, or by one thread.</summary>
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

        /// <summary>Moves the oldest operation from a list of parked ones to this list.</summary>
        internal void TakeOne(ref OperationList parked)
        {
            if (parked.Take() is not { } operation)
                return;

            operation.IsParked = false; // from here on, a cancellation does not remove it from a list
            Add(operation);
        }

        internal void TakeAll(ref OperationList parked)
        {
            while (!parked.IsEmpty)
                TakeOne(ref parked);
        }
    }
}
