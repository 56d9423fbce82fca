using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>Visits what an object owns, to return it with the object or to move it out of a scope with the object.</summary>
/// <remarks>
/// <para>Given to <see cref="IPooledEncodeable.VisitNested"/>; of no use elsewhere.</para>
/// <para>Thread safety: one thread.</para>
/// <para>Allocation: none.</para>
/// </remarks>
public struct NestedVisitor
{
    private const int MostFrames = 16; // what lies deeper waits, so that the depth of nesting costs no stack

    private readonly ScopeBody? _scope; // null: return
    private readonly int _mark; // of the graph: its parts carry it
    private readonly int _scopeVersion; // a copy that somebody keeps does nothing to the next message
    private readonly bool _isOfPool; // a visitor that somebody else has made visits nothing
    private int _frames;
    private NestedStack? _waiting;
    private Exception? _failure; // of the first nested object that failed

    /// <summary>Returns what an object holds.</summary>
    /// <param name="mark">The mark of the object's graph. An object that was never moved out of a scope has another number there, which no
    /// part has.</param>
    internal NestedVisitor(int mark)
    {
        _mark = mark;
        _isOfPool = true;
    }

    /// <summary>Moves what an object holds out of a scope.</summary>
    internal NestedVisitor(ScopeBody scope, int mark)
        : this(mark)
    {
        _scope = scope;
        _scopeVersion = scope.Version;
    }

    /// <summary>Visits a nested object, and what is nested in it.</summary>
    /// <typeparam name="T">The type of the member.</typeparam>
    /// <param name="item">The object; <see langword="null"/>, objects that come from no pool and objects that somebody else holds are
    /// passed over.</param>
    public void Visit<T>(T? item) where T : class, IPooledEncodeable
    {
        if (item is null || !_isOfPool)
            return;

        ref EncodeableState state = ref item.PoolState;
        if (_scope is null)
        {
            if (EncodeableWord<ProcessorWordAtomics>.TryEndNested(ref state.Word, ref state.Slot, _mark))
                state.Type!.EndNested(item, ref this);
        }
        else if (_scope.Version == _scopeVersion && _scope.TryRemove(item, ref state))
        {
            EncodeableWord<ProcessorWordAtomics>.GiveToGraph(ref state.Word, ref state.Slot, _mark);
            if (TryEnter(item))
            {
                item.VisitNested(ref this);
                Leave();
            }
        }
    }

    /// <summary>Visits a nested array, not what is in it.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="array">The array, or <see langword="null"/>.</param>
    public readonly void Visit<T>(PooledArray<T>? array)
    {
        if (array is null || !_isOfPool)
            return;

        if (!array.IsPooled)
        {
            if (_scope is null)
                array.Dispose();
        }
        else if (_scope is null)
        {
            if (EncodeableWord<ProcessorWordAtomics>.TryEndNested(ref array.Word, ref array.Slot, _mark))
                PooledArrayType<T>.Shared.EndNested(array);
        }
        else if (_scope.Version == _scopeVersion && _scope.TryRemove(array))
        {
            EncodeableWord<ProcessorWordAtomics>.GiveToGraph(ref array.Word, ref array.Slot, _mark);
        }
    }

    /// <summary>Visits nested objects in a nested array, and the array.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="array">The array, or <see langword="null"/>.</param>
    public void VisitItems<T>(PooledArray<T>? array) where T : class, IPooledEncodeable
    {
        if (array is null)
            return;

        VisitItems<T>(array.Span);
        Visit(array);
    }

    /// <summary>Visits nested objects in an array whose length stands beside it.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="items">The array, or <see langword="null"/>; some of its items may be <see langword="null"/>.</param>
    /// <param name="count">How many items are used. No more are visited than the array has, and none if it is negative.</param>
    public void VisitItems<T>(T[]? items, int count) where T : class, IPooledEncodeable
    {
        if (items is not null)
            VisitItems(new ReadOnlySpan<T>(items, 0, Math.Min(Math.Max(count, 0), items.Length)));
    }

    /// <summary>Visits nested objects.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="items">The objects; some may be <see langword="null"/>.</param>
    public void VisitItems<T>(ReadOnlySpan<T> items) where T : class, IPooledEncodeable
    {
        foreach (T? item in items)
            Visit(item);
    }

    /// <summary>Goes one level deeper.</summary>
    /// <returns><see langword="false"/> if that is too deep for now: the object is visited later.</returns>
    internal bool TryEnter(IPooledEncodeable item)
    {
        if (_frames == MostFrames)
        {
            (_waiting ??= NestedStack.Rent()).Push(item);
            return false;
        }

        _frames++;
        return true;
    }

    internal void Leave() => _frames--;

    /// <summary>Notes that a nested object failed. The others are visited all the same.</summary>
    internal void Fail(Exception exception) => _failure ??= exception;

    /// <summary>Visits what lies deeper, then throws what the first nested object threw.</summary>
    internal void Complete()
    {
        if (_waiting is not null)
            VisitWaiting(_waiting);

        if (_failure is not null)
            ExceptionDispatchInfo.Capture(_failure).Throw();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void VisitWaiting(NestedStack waiting)
    {
        try
        {
            while (waiting.TryPop(out IPooledEncodeable? item))
            {
                _frames = 1;
                if (_scope is null)
                    item.PoolState.Type!.EndEntered(item, ref this);
                else
                    item.VisitNested(ref this);
            }
        }
        finally
        {
            _waiting = null;
            waiting.Return();
        }
    }
}
