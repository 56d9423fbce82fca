using System.Collections;

namespace Pooling.Encodeables;

/// <content>Enumeration.</content>
public sealed partial class EncodeableList<T>
{
    /// <summary>Enumerates the parts of a list that are in use.</summary>
    /// <remarks>
    /// <para>Thread safety: one thread at a time, like the list.</para>
    /// <para>Allocation: none.</para>
    /// </remarks>
    public struct Enumerator : IEnumerator<T>
    {
        private readonly EncodeableList<T>? _list; // null in the default value, which enumerates nothing
        private readonly int _version;
        private readonly int _count; // adding a part does not change the version
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

        /// <summary>Advances to the next part.</summary>
        /// <returns><see langword="false"/> if there is no further part.</returns>
        /// <exception cref="InvalidOperationException">The list has changed since the enumerator was
        /// created.</exception>
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

        /// <summary>Sets the enumerator before the first part.</summary>
        /// <exception cref="InvalidOperationException">The list has changed since the enumerator was
        /// created.</exception>
        public void Reset()
        {
            Check();
            _next = 0;
            _current = null;
        }

        /// <summary>Has no effect.</summary>
        public readonly void Dispose()
        {
        }

        private readonly void Check()
        {
            if (_list is not null && (_version != _list._version || _count != _list._count))
                Throw.InvalidOperation("The list was changed while it was being enumerated.");
        }
    }
}
