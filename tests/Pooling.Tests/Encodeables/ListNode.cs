using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>A pooled object that owns a list of others, possibly of its own class, and runs callbacks of a test.</summary>
internal sealed class ListNode : IPooledEncodeable, IDisposable
{
    private EncodeableState _poolState;

    internal ListNode(EncodeablePool<ListNode> partPool, int maxKept = EncodeableList<ListNode>.DefaultMaxKept) =>
        Parts = new EncodeableList<ListNode>(partPool, maxKept);

    /// <summary>Initializes a node without a list.</summary>
    internal ListNode() => Parts = null;

    internal int Number { get; set; }

    internal PooledArray<int>? Samples { get; set; }

    internal ListNode? Child { get; set; }

    internal EncodeableList<ListNode>? Parts { get; }

    internal int Resets { get; private set; }

    internal int Disposals { get; private set; }

    /// <summary>Gets or sets a callback at the start of each reset. It is not reset itself.</summary>
    internal Action<ListNode>? OnReset { get; set; }

    /// <summary>Gets or sets a callback at the start of each visit. It is not reset itself.</summary>
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

    /// <summary>Creates a pool of nodes whose parts come from the pool itself.</summary>
    internal static EncodeablePool<ListNode> CreateRecursivePool(int maxKept = EncodeableList<ListNode>.DefaultMaxKept)
    {
        EncodeablePool<ListNode>? pool = null;
        pool = EncodeablePool.Create(() => new ListNode(pool!, maxKept));
        return pool;
    }

    internal void SetWord(int word) => _poolState.Word = word;
}
