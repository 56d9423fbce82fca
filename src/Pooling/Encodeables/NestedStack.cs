using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>A stack of waiting nested objects, such as those that are nested too deeply to be visited
/// immediately.</summary>
internal sealed class NestedStack
{
    private const int LargestKept = 1024; // 8 KB per thread

    [ThreadStatic]
    private static NestedStack? t_idle;

    private MagazineSlot[] _items = [];

    internal int Count { get; private set; }

    /// <summary>Returns the empty stack that the thread keeps, or a new one.</summary>
    internal static NestedStack Rent()
    {
        NestedStack stack = t_idle ?? new NestedStack();
        t_idle = null; // visited objects may return objects themselves
        return stack;
    }

    internal void Push(IPooledEncodeable item)
    {
        if (Count == _items.Length)
        {
            Allocations.Failing?.Invoke();
            Array.Resize(ref _items, Math.Max(16, Count * 2));
        }

        _items[Count++].Item = item;
    }

    internal bool TryPop([NotNullWhen(true)] out IPooledEncodeable? item)
    {
        if (Count == 0)
        {
            item = null;
            return false;
        }

        ref MagazineSlot slot = ref _items[--Count];
        item = Unsafe.As<IPooledEncodeable>(slot.Item!);
        slot.Item = null;
        return true;
    }

    /// <summary>Releases a long array if it is empty.</summary>
    internal void Trim()
    {
        if (Count == 0 && _items.Length > LargestKept)
            _items = [];
    }

    /// <summary>Returns the empty stack.</summary>
    internal void Return()
    {
        if (_items.Length > LargestKept)
            return;

        Array.Clear(_items, 0, Count);
        Count = 0;
        t_idle = this;
    }
}
