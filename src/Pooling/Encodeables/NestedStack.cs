using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>Nested objects that lie too deep to be visited at once. Each thread keeps an empty one.</summary>
internal sealed class NestedStack
{
    private const int LargestKept = 1024; // 8 KB a thread

    [ThreadStatic]
    private static NestedStack? t_idle;

    private MagazineSlot[] _items = new MagazineSlot[16];
    private int _count;

    internal static NestedStack Rent()
    {
        NestedStack stack = t_idle ?? new NestedStack();
        t_idle = null; // what is visited may return objects of its own
        return stack;
    }

    internal void Push(IPooledEncodeable item)
    {
        if (_count == _items.Length)
            Array.Resize(ref _items, _count * 2);

        _items[_count++].Item = item;
    }

    internal bool TryPop([System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out IPooledEncodeable? item)
    {
        if (_count == 0)
        {
            item = null;
            return false;
        }

        ref MagazineSlot slot = ref _items[--_count];
        item = System.Runtime.CompilerServices.Unsafe.As<IPooledEncodeable>(slot.Item!);
        slot.Item = null;
        return true;
    }

    /// <summary>Gives the stack back, empty.</summary>
    internal void Return()
    {
        if (_items.Length > LargestKept)
            return;

        Array.Clear(_items, 0, _count);
        _count = 0;
        t_idle = this;
    }
}
