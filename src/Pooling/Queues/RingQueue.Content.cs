namespace Pooling.Queues;

// Looking at the items without taking them.
public sealed partial class RingQueue<T>
{
    /// <summary>Shows the items where they are, the oldest first.</summary>
    /// <param name="first">The oldest items. Good until the queue changes.</param>
    /// <param name="second">Those behind them; empty unless the content wraps around the end of the storage. Good until the queue
    /// changes.</param>
    public void GetSpans(out ReadOnlySpan<T> first, out ReadOnlySpan<T> second)
    {
        GetContent(out Span<T> oldest, out Span<T> newest);
        first = oldest;
        second = newest;
    }

    /// <summary>Enumerates the items, the oldest first, without taking them.</summary>
    /// <returns>An enumerator that is no object: <see langword="foreach"/> over it allocates nothing.</returns>
    public Enumerator GetEnumerator() => new(this);

    /// <summary>Enumerates a queue.</summary>
    /// <remarks>
    /// <para>Thread safety: as the queue: one thread at a time.</para>
    /// <para>Allocation: none.</para>
    /// </remarks>
    public struct Enumerator
    {
        private readonly RingQueue<T> _queue;
        private readonly int _version;
        private int _index;

        internal Enumerator(RingQueue<T> queue)
        {
            _queue = queue;
            _version = queue._version;
            _index = -1;
        }

        /// <summary>The item. A reference to its slot, good until the queue changes.</summary>
        public readonly ref readonly T Current
        {
            get
            {
                T[] slots = _queue._slots;
                return ref slots[(_queue._head + _index) & (slots.Length - 1)];
            }
        }

        /// <summary>Goes on to the next item.</summary>
        /// <returns><see langword="false"/> behind the last one.</returns>
        /// <exception cref="InvalidOperationException">The queue has changed since the enumeration began.</exception>
        public bool MoveNext()
        {
            if (_version != _queue._version)
                Throw.InvalidOperation("The queue changed while it was enumerated.");

            if (_index + 1 >= _queue._count)
                return false;

            _index++;
            return true;
        }
    }

    private void GetContent(out Span<T> first, out Span<T> second)
    {
        T[] slots = _slots;
        int count = Math.Min(_count, slots.Length);
        if (count <= 0)
        {
            first = second = default;
            return;
        }

        int head = _head & (slots.Length - 1);
        int length = Math.Min(count, slots.Length - head);
        first = slots.AsSpan(head, length);
        second = slots.AsSpan(0, count - length);
    }
}
