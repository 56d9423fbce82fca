using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>A pooled object that owns a list of others, which may be of its own class, and does what a test tells it.</summary>
internal sealed class ListNode : IPooledEncodeable, IDisposable
{
    private EncodeableState _poolState;

    internal ListNode(EncodeablePool<ListNode> partPool, int maxKept = EncodeableList<ListNode>.DefaultMaxKept) =>
        Parts = new EncodeableList<ListNode>(partPool, maxKept);

    /// <summary>A node without a list.</summary>
    internal ListNode() => Parts = null;

    internal int Number { get; set; }

    internal PooledArray<int>? Samples { get; set; }

    internal ListNode? Child { get; set; }

    internal EncodeableList<ListNode>? Parts { get; }

    internal int Resets { get; private set; }

    internal int Disposals { get; private set; }

    /// <summary>Called at the start of each reset; not reset itself.</summary>
    internal Action<ListNode>? OnReset { get; set; }

    /// <summary>Called at the start of each visit; not reset itself.</summary>
    internal Action<ListNode>? OnVisit { get; set; }

    internal Action? OnDispose { get; set; }

    internal int Word => _poolState.Word;

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    public void Dispose()
    {
        Disposals++;
        OnDispose?.Invoke();
    }

    void IPooledEncodeable.Reset()
    {
        Resets++;
        OnReset?.Invoke(this);
        Number = 0;
        Samples = null;
        Child = null;
        Parts?.Clear();
    }

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
        OnVisit?.Invoke(this);
        nested.Visit(Samples);
        nested.Visit(Child);
        nested.Visit(Parts);
    }

    /// <summary>A pool of nodes whose parts are of the pool itself.</summary>
    internal static EncodeablePool<ListNode> CreateRecursivePool(int maxKept = EncodeableList<ListNode>.DefaultMaxKept)
    {
        EncodeablePool<ListNode>? pool = null;
        pool = EncodeablePool.Create(() => new ListNode(pool!, maxKept));
        return pool;
    }

    internal void SetWord(int word) => _poolState.Word = word;
}
