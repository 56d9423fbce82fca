using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>A pooled object made by hand that reports what is done to it, and does what a test tells it.</summary>
internal class TrackedEncodeable : IPooledEncodeable, IDisposable
{
    private EncodeableState _poolState;

    internal int Number { get; set; }

    internal TrackedEncodeable? Child { get; set; }

    internal PooledArray<TrackedEncodeable>? Children { get; set; }

    internal PooledArray<int>? Numbers { get; set; }

    internal int Resets { get; private set; }

    internal int Disposals { get; private set; }

    /// <summary>Called at the start of each reset; not reset itself.</summary>
    internal Action<TrackedEncodeable>? OnReset { get; set; }

    /// <summary>Called at the start of each visit; not reset itself.</summary>
    internal Action? OnVisit { get; set; }

    ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

    public void Dispose() => Disposals++;

    void IPooledEncodeable.Reset()
    {
        Resets++;
        OnReset?.Invoke(this);
        Number = 0;
        Child = null;
        Children = null;
        Numbers = null;
    }

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
    {
        OnVisit?.Invoke();
        nested.Visit(Child);
        nested.VisitItems(Children);
        nested.Visit(Numbers);
    }

    internal void SetWord(int word) => _poolState.Word = word;
}
