using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>A pooled object written by hand that reports the calls of its members, and runs callbacks of a test.</summary>
internal class TrackedEncodeable : IPooledEncodeable, IDisposable
{
    private EncodeableState _poolState;

    internal int Number { get; set; }

    internal TrackedEncodeable? Child { get; set; }

    internal PooledArray<TrackedEncodeable>? Children { get; set; }

    internal PooledArray<int>? Numbers { get; set; }

    internal int Resets { get; private set; }

    internal int Disposals { get; private set; }

    /// <summary>Gets or sets a callback at the start of each reset. It is not reset itself.</summary>
    internal Action<TrackedEncodeable>? OnReset { get; set; }

    /// <summary>Gets or sets a callback at the start of each visit. It is not reset itself.</summary>
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
