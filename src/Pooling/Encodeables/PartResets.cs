using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>What one thread is doing to parts: how deep it is, and what waits until it is back at the top.</summary>
/// <remarks>
/// <para>Depth: resetting a part resets the lists that it owns, and so on. Lists that lie deeper than <see cref="MostDepth"/> keep nothing:
/// the rental of their parts ends at once, and each waits here for its reset and its pool. Nobody else can see it meanwhile, whatever
/// happens to the object that owned it. So the depth of nesting costs no stack, and no object goes back to a pool with a part that is not
/// reset yet.</para>
/// <para>Failures: the first one is kept and thrown at the top, once everything else has been taken care of.</para>
/// <para>Thread safety: one thread's own.</para>
/// </remarks>
internal sealed class PartResets
{
    /// <summary>How many lists and nested objects are reset within each other.</summary>
    internal const int MostDepth = 16;

    private const int LargestKept = 1024; // 8 KB a thread

    private static readonly Action<object> s_release = Release;

    [ThreadStatic]
    private static PartResets? t_current;

    private readonly NestedStack _ended = new(); // parts and nested objects whose rental has ended
    private readonly NestedStack _visited = new(); // the same, but what they held has gone
    private readonly NestedStack _dropped = new(); // objects that their pool dropped, whose lists are still to be emptied
    private int _depth;
    private bool _isReleasing;
    private Exception? _failure;

    internal static PartResets Current => t_current ??= new PartResets();

    internal bool IsTooDeep => _depth >= MostDepth;

    /// <summary>Makes dropped objects give the parts in their lists back. Called before the first part is kept anywhere.</summary>
    internal static void Watch() => Drop.OnEach(s_release);

    /// <summary>Goes one level deeper.</summary>
    internal void Enter() => _depth++;

    /// <summary>Goes back one level; at the top, takes care of what waits.</summary>
    /// <param name="failure">Gets the first failure, at the top.</param>
    internal void Leave(ref Exception? failure)
    {
        try
        {
            if (_depth == 1 && (_ended.Count + _visited.Count > 0 || _failure is not null))
                Complete(ref failure);
        }
        finally
        {
            _depth--;
        }
    }

    /// <summary>Goes back one level below the top.</summary>
    internal void LeaveNested() => _depth--;

    /// <summary>Has an object wait whose rental has ended.</summary>
    internal void EndLater(IPooledEncodeable item) => _ended.Push(item);

    /// <summary>Has an object wait whose rental has ended, and that was visited.</summary>
    internal void EndVisitedLater(IPooledEncodeable item) => _visited.Push(item);

    internal void Fail(Exception exception) => _failure ??= exception;

    /// <summary>Throws what was kept at the top; below it, leaves it to the top.</summary>
    internal static void ThrowAtTop(Exception failure)
    {
        PartResets current = Current;
        if (current._depth == 0)
            ExceptionDispatchInfo.Capture(failure).Throw();

        current.Fail(failure);
    }

    /// <summary>Has an object that its pool drops give the parts in its lists back. Does not throw.</summary>
    private static void Release(object dropped)
    {
        if (dropped is not IPooledEncodeable item || item.PoolState.Type is not { MayOwnLists: true })
            return;

        PartResets current = Current;
        current._dropped.Push(item);
        if (!current._isReleasing)
            current.ReleaseAll();
    }

    private void ReleaseAll()
    {
        _isReleasing = true;
        _depth++; // what is reset meanwhile throws nothing to anybody
        Exception? failure = _failure;
        try
        {
            do
            {
                while (_dropped.TryPop(out IPooledEncodeable? item))
                    ReleaseLists(item);

                if (_depth == 1)
                    EndWaiting(); // may drop others
            }
            while (_dropped.Count > 0);
        }
        finally
        {
            _failure = failure;
            _depth--;
            _isReleasing = false;
        }
    }

    private static void ReleaseLists(IPooledEncodeable item)
    {
        var visitor = NestedVisitor.Releasing();
        try
        {
            item.VisitNested(ref visitor);
        }
#pragma warning disable CA1031 // the object is dropped for another reason, or for a failure that is on its way already
        catch
#pragma warning restore CA1031
        {
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Complete(ref Exception? failure)
    {
        EndWaiting();
        failure ??= _failure;
        _failure = null;
        _ended.Trim();
        _visited.Trim();
        _dropped.Trim();
    }

    private void EndWaiting()
    {
        while (true)
        {
            if (_visited.TryPop(out IPooledEncodeable? item))
            {
                item.PoolState.Type!.EndVisited(item, this);
            }
            else if (_ended.TryPop(out item))
            {
                var nested = new NestedVisitor(item.PoolState.Slot, this);
                item.PoolState.Type!.EndEntered(item, ref nested);
            }
            else
            {
                return;
            }
        }
    }
}
