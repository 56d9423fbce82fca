using System.Collections;

namespace Pooling.Queues;

// Reading items without removing them.
public sealed partial class RingQueue<T>
{
    /// <summary>Gets the items in place, oldest first.</summary>
    /// <param name="first">The oldest items. The span is valid until the queue changes.</param>
    /// <param name="second">The remaining items; empty unless the content wraps around the end of the storage. The span
    /// is valid until the queue changes.</param>
    public void GetSpans(out ReadOnlySpan<T> first, out ReadOnlySpan<T> second)
    {
        GetContent(out Span<T> oldest, out Span<T> newest);
        first = oldest;
        second = newest;
    }

    /// <summary>Returns an enumerator for the items, oldest first. The items stay in the queue.</summary>
    /// <returns>A struct: <see langword="foreach"/> over the queue does not allocate.</returns>
    public Enumerator GetEnumerator() => new(this);

    /// <summary>Returns an enumerator for the items, oldest first. The items stay in the queue.</summary>
    /// <returns>An allocated object: the cost of enumerating through the interface.</returns>
    IEnumerator<T> IEnumerable<T>.GetEnumerator()
    {
        foreach (T item in this)
            yield return item;
    }

    /// <inheritdoc/>
    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<T>)this).GetEnumerator();

    /// <summary>Enumerates the items of a queue. The default value enumerates nothing.</summary>
    /// <remarks>
    /// <para>Thread safety: one thread at a time, like the queue.</para>
    /// <para>Allocation: none.</para>
    /// </remarks>
    public struct Enumerator
    {
        private readonly RingQueue<T>? _queue; // null in the default value
        private readonly int _version;
        private int _index;

        internal Enumerator(RingQueue<T> queue)
        {
            _queue = queue;
            _version = queue._version;
            _index = -1;
        }

        /// <summary>Gets a reference to the current item in its slot, valid until the queue changes.</summary>
        /// <exception cref="InvalidOperationException">This is the default value, which enumerates nothing.</exception>
        public readonly ref readonly T Current
        {
            get
            {
                RingQueue<T>? queue = _queue;
                if (queue is null)
                    Throw.InvalidOperation("The enumerator is the default value, which has no current item.");

                T[] slots = queue._slots;
                return ref slots[(queue._head + _index) & (slots.Length - 1)];
            }
        }

        /// <summary>Advances to the next item.</summary>
        /// <returns><see langword="false"/> if there is no further item.</returns>
        /// <exception cref="InvalidOperationException">The queue has changed since the enumeration began.</exception>
        public bool MoveNext()
        {
            RingQueue<T>? queue = _queue;
            if (queue is null)
                return false;

            if (_version != queue._version)
                Throw.InvalidOperation("The queue was changed while it was being enumerated.");

            if (_index + 1 >= queue._count)
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
