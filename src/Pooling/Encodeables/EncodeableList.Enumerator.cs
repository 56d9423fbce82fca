using System.Collections;

namespace Pooling.Encodeables;

/// <content>Enumeration.</content>
public sealed partial class EncodeableList<T>
{
    /// <summary>Enumerates the parts in use of a list.</summary>
    /// <remarks>
    /// <para>Thread safety: one thread, as the list.</para>
    /// <para>Allocation: none.</para>
    /// </remarks>
    public struct Enumerator : IEnumerator<T>
    {
        private readonly EncodeableList<T>? _list; // null: the default value, which enumerates nothing
        private readonly int _version;
        private readonly int _count; // adding changes no version
        private int _next;
        private T? _current;

        internal Enumerator(EncodeableList<T> list)
        {
            _list = list;
            _version = list._version;
            _count = list._count;
        }

        /// <summary>Gets the current part.</summary>
        public readonly T Current => _current!;

        readonly object IEnumerator.Current => _current!;

        /// <summary>Moves to the next part.</summary>
        /// <returns><see langword="false"/> behind the last one.</returns>
        /// <exception cref="InvalidOperationException">The list changed since the enumerator was made.</exception>
        public bool MoveNext()
        {
            Check();
            if (_next >= _count)
            {
                _current = null;
                return false;
            }

            _current = _list!._parts[_next++];
            return true;
        }

        /// <summary>Moves back before the first part.</summary>
        /// <exception cref="InvalidOperationException">The list changed since the enumerator was made.</exception>
        public void Reset()
        {
            Check();
            _next = 0;
            _current = null;
        }

        /// <summary>Does nothing.</summary>
        public readonly void Dispose()
        {
        }

        private readonly void Check()
        {
            if (_list is not null && (_version != _list._version || _count != _list._count))
                Throw.InvalidOperation("The list changed while it was enumerated.");
        }
    }
}
