using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>Visits what an object owns, to return it together with the object or to move it out of a scope with the
/// object.</summary>
/// <remarks>
/// <para>Passed to <see cref="IPooledEncodeable.VisitNested"/>; not useful elsewhere.</para>
/// <para>Thread safety: one thread.</para>
/// <para>Allocation: none.</para>
/// </remarks>
public partial struct NestedVisitor
{
    // What a visitor does is fixed when it is created:
    //
    // Return  | An object was returned. Parts of its graph are ended and returned, arrays too; lists are left to the
    // reset
    //         | of their owner. The same for what parts hold while they stay in their list.
    // Detach  | An object leaves a scope. What the scope holds becomes part of the graph of the object, and the parts
    // of
    //         | lists get the mark of that graph.
    // Release | An object was dropped. Its lists give up their parts; everything else is ignored.
    // Probe   | A class is examined: HasFoundList tells whether it has lists. Nothing changes.
    // None    | The default value, which visits nothing.
    //
    // Objects that are nested more than MaxFrames deep wait in a stack of their own, and are visited last.
    private const int MaxFrames = 16; // deeper objects wait, so that deep nesting uses no stack

    private readonly ScopeBody? _scope; // null for returns
    private int _mark; // the mark of the graph, which its parts carry
    private readonly int _scopeVersion; // a copy that is kept has no effect on the next message
    private readonly Purpose _purpose;
    private readonly bool _isOfParts; // visits what parts hold while they stay in their list
    // whether a level of the resets was entered for this visitor, which ResetNestedParts or EndNested leaves
    private bool _isEntered;
    private short _level; // the level that was left for it
    private PartResets? _resets; // null if no part is being reset, or only parts that hold nothing but arrays
    private short _frames;
    private NestedStack? _waiting;
    private Exception? _failure; // of the first nested object that failed

    /// <summary>Creates a visitor that returns what an object holds.</summary>
    /// <param name="mark">The mark of the object's graph. An object that was never moved out of a scope has another
    /// value there, which no part has.</param>
    internal NestedVisitor(int mark)
    {
        _mark = mark;
        _purpose = Purpose.Return;
    }

    /// <summary>Creates a visitor that returns what an object holds that waited for the end of the resets.</summary>
    internal NestedVisitor(int mark, PartResets resets)
        : this(mark) => _resets = resets;

    /// <summary>Creates a visitor that moves what an object holds out of a scope.</summary>
    internal NestedVisitor(ScopeBody scope, int mark)
    {
        _mark = mark;
        _purpose = Purpose.Detach;
        _scope = scope;
        _scopeVersion = scope.Version;
    }

    private NestedVisitor(Purpose purpose, bool isOfParts = false)
    {
        _purpose = purpose;
        _isOfParts = isOfParts;
    }

    /// <summary>The purpose of a visitor; see the table at the head of the type.</summary>
    private enum Purpose : byte
    {
        None,
        Return,
        Detach,
        Release,
        Probe,
    }

    /// <summary>Gets a value that indicates whether the visitor has seen a list.</summary>
    internal bool HasFoundList { get; private set; }

    private readonly bool TakesItems => _purpose is Purpose.Return or Purpose.Detach;

    /// <summary>Creates a visitor that returns what parts hold that stay in their list.</summary>
    internal static NestedVisitor OfParts() => new(Purpose.Return, isOfParts: true);

    /// <summary>Continues with another part of the list, which may belong to another graph.</summary>
    internal void MoveTo(int mark) => _mark = mark;

    /// <summary>Creates a visitor that takes the parts out of the lists of a dropped object, and ignores everything
    /// else.</summary>
    internal static NestedVisitor Releasing() => new(Purpose.Release);

    /// <summary>Creates a visitor that detects whether an object has lists, and changes nothing.</summary>
    internal static NestedVisitor Probing() => new(Purpose.Probe);

    /// <summary>Visits a nested object and everything nested in it.</summary>
    /// <typeparam name="T">The type of the member.</typeparam>
    /// <param name="item">The object. <see langword="null"/>, objects that do not come from a pool, and objects that
    /// have another holder are skipped.</param>
    public void Visit<T>(T? item) where T : class, IPooledEncodeable
    {
        if (item is null || !TakesItems)
            return;

        ref EncodeableState state = ref item.PoolState;
        if (_scope is null)
        {
            if (EncodeableWord<ProcessorAtomics>.TryEndNested(ref state.Word, ref state.Slot, _mark))
                EndNested(item, state.Type!);
        }
        else if (_scope.Version == _scopeVersion && _scope.TryRemove(item, ref state))
        {
            EncodeableWord<ProcessorAtomics>.GiveToGraph(ref state.Word, ref state.Slot, _mark);
            if (TryEnter(item))
            {
                item.VisitNested(ref this);
                Leave();
            }
        }
    }

    /// <summary>Visits a nested array, but not the items in it.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="array">The array, or <see langword="null"/>.</param>
    public readonly void Visit<T>(PooledArray<T>? array)
    {
        if (array is null || !TakesItems)
            return;

        if (!array.IsPooled)
        {
            if (_scope is null)
                array.Dispose();
        }
        else if (_scope is null)
        {
            if (EncodeableWord<ProcessorAtomics>.TryEndNested(ref array.Word, ref array.Slot, _mark))
                PooledArrayType<T>.EndNested(array);
        }
        else if (_scope.Version == _scopeVersion && _scope.TryRemove(array))
        {
            EncodeableWord<ProcessorAtomics>.GiveToGraph(ref array.Word, ref array.Slot, _mark);
        }
    }

    /// <summary>Visits the parts in a list, which stay in it.</summary>
    /// <typeparam name="T">The type of the parts.</typeparam>
    /// <param name="list">The list, or <see langword="null"/>.</param>
    public void Visit<T>(EncodeableList<T>? list) where T : class, IPooledEncodeable
    {
        if (list is null)
            return;

        HasFoundList = true;
        switch (_purpose)
        {
            case Purpose.Return: // the reset of its owner clears it, which visits the parts
                break;

            case Purpose.Detach when _scope!.Version == _scopeVersion:
                MarkParts(list.Span);
                break;

            case Purpose.Release:
                list.Release();
                break;
        }
    }

    /// <summary>Enters a level of the resets, before the reset of a part that has lists, or of an object that a part
    /// held.</summary>
    /// <returns><see langword="false"/> if no level is left.</returns>
    internal bool TryEnterParts()
    {
        if (_isEntered)
            return true;

        _resets ??= PartResets.Current;
        if (_resets.IsTooDeep)
            return false;

        _level = (short)_resets.Enter();
        _isEntered = true;
        return true;
    }

    /// <summary>Leaves the level if one was entered.</summary>
    internal void LeaveParts(ref Exception? failure)
    {
        failure ??= _failure;
        if (!_isEntered)
            return;

        _isEntered = false;
        _resets!.Leave(_level, ref failure);
    }

    /// <summary>Goes one level deeper.</summary>
    /// <returns><see langword="false"/> if that is too deep for now: the object is visited later.</returns>
    internal bool TryEnter(IPooledEncodeable item)
    {
        if (_resets is not null)
        {
            if (_resets.IsTooDeep)
            {
                _resets.EndLater(item);
                return false;
            }

            _resets.Enter();
            return true;
        }

        if (_frames == MaxFrames)
        {
            (_waiting ??= NestedStack.Rent()).Push(item);
            return false;
        }

        _frames++;
        return true;
    }

    internal void Leave()
    {
        if (_resets is not null)
            _resets.LeaveNested();
        else
            _frames--;
    }

    /// <summary>Records that a nested object failed. The others are still visited.</summary>
    internal void Fail(Exception exception)
    {
        if (_resets is not null)
            _resets.Fail(exception);
        else
            _failure ??= exception;
    }

    /// <summary>Visits the deeper objects, then throws the exception of the first nested object that failed.</summary>
    internal void Complete()
    {
        if (_waiting is not null)
            VisitWaiting(_waiting);

        if (_failure is not null)
            ExceptionDispatchInfo.Capture(_failure).Throw();
    }

    private void EndNested(IPooledEncodeable item, EncodeablePool pool)
    {
        if (!_isOfParts || _isEntered)
            pool.EndNested(item, ref this);
        else
            EndNestedOfPart(item, pool);
    }

    /// <summary>Enters a level for one nested object of a part only. The visitor is in the hands of the part's code,
    /// which may copy it, and a level that a copy has entered would be left by nobody.</summary>
    private void EndNestedOfPart(IPooledEncodeable item, EncodeablePool pool)
    {
        if (!TryEnterParts())
        {
            _resets!.EndLater(item);
            return;
        }

        try
        {
            pool.EndNested(item, ref this);
        }
        finally
        {
            LeaveParts(ref _failure);
        }
    }

    /// <summary>Marks parts, so that what they own can be identified when their list is cleared, and moves that out of
    /// the scope.</summary>
    private void MarkParts<T>(ReadOnlySpan<T> parts) where T : class, IPooledEncodeable
    {
        foreach (T part in parts)
        {
            part.PoolState.Slot = _mark;
            if (TryEnter(part))
            {
                part.VisitNested(ref this);
                Leave();
            }
        }
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
