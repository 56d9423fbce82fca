using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>The state of one thread that resets parts: its depth, and the objects that wait until it is back at the top
/// level.</summary>
/// <remarks>
/// <para>Depth: resetting a part resets the lists that it owns, and so on. Lists nested deeper than
/// <see cref="MaxDepth"/> keep nothing: the rental of their parts ends immediately, and each part waits here to be
/// reset and returned to its pool. No other code can see it in the meantime, whatever happens to the object that owned
/// it. So deep nesting uses no stack, and no object goes back to a pool with a part that was not reset.</para>
/// <para>Failures: the first exception is kept and thrown at the top level, after everything else is done.</para>
/// <para>Invariant: outside of calls of the library, the depth is 0, nothing waits, and no exception is stored. Whoever
/// goes deeper stores the level that it came from, and goes back to exactly that level in a finally block.</para>
/// <para>Thread safety: belongs to one thread.</para>
/// </remarks>
internal sealed class PartResets
{
    /// <summary>The maximum depth of lists and nested objects that are reset within each other.</summary>
    internal const int MaxDepth = 16;

    private const int LargestKept = 1024; // 8 KB per thread

    private static readonly Action<object> s_release = Release;

    [ThreadStatic]
    private static PartResets? t_current;

    private readonly NestedStack _ended = new(); // parts and nested objects whose rental has ended
    private readonly NestedStack _visited = new(); // the same, after what they held was visited
    // objects that their pool dropped, whose lists are still to be emptied
    private readonly NestedStack _dropped = new();
    private int _depth;
    private bool _isReleasing;
    private Exception? _failure;

    internal static PartResets Current => t_current ??= new PartResets();

    internal bool IsTooDeep => _depth >= MaxDepth;

    /// <summary>Makes dropped objects return the parts in their lists. Called before any part is kept.</summary>
    internal static void Watch() => Drop.OnEach(s_release);

    /// <summary>Goes one level deeper, until <see cref="Leave"/>, which the caller calls in a finally block.</summary>
    /// <returns>The level to go back to.</returns>
    internal int Enter() => _depth++;

    /// <summary>Goes back to a level and, at the top level, handles the waiting objects.</summary>
    /// <param name="level">The level that <see cref="Enter"/> returned. It is restored, whatever happened on the
    /// way.</param>
    /// <param name="failure">Receives the first exception, at the top level.</param>
    internal void Leave(int level, ref Exception? failure)
    {
        try
        {
            if (level == 0 && (_ended.Count + _visited.Count > 0 || _failure is not null))
                Complete(ref failure);
        }
        finally
        {
            _depth = level;
        }
    }

    /// <summary>Goes back one level between two calls of a visitor, within a level that somebody else leaves.</summary>
    internal void LeaveNested() => _depth--;

    /// <summary>Defers the end of an object whose rental has ended.</summary>
    internal void EndLater(IPooledEncodeable item) => _ended.Push(item);

    /// <summary>Defers the end of an object whose rental has ended, and that was visited.</summary>
    internal void EndVisitedLater(IPooledEncodeable item) => _visited.Push(item);

    /// <summary>Stores the first exception until the top level. Has no effect above it, where a visitor that was copied
    /// and kept calls it: nothing would take the exception from here but a later call that has nothing to do with
    /// it.</summary>
    internal void Fail(Exception exception)
    {
        if (_depth > 0)
            _failure ??= exception;
    }

    /// <summary>Throws the stored exception at the top level; below it, leaves it to the top level.</summary>
    internal static void ThrowAtTop(Exception failure)
    {
        PartResets current = Current;
        if (current._depth == 0)
            ExceptionDispatchInfo.Capture(failure).Throw();

        current.Fail(failure);
    }

    /// <summary>Makes an object that its pool drops return the parts in its lists. Does not throw.</summary>
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
        int level = _depth++; // exceptions of resets in the meantime are not thrown to anyone
        Exception? failure = _failure;
        try
        {
            do
            {
                while (_dropped.TryPop(out IPooledEncodeable? item))
                    ReleaseLists(item);

                if (level == 0)
                    EndWaiting(); // may drop further objects
            }
            while (_dropped.Count > 0);
        }
        finally
        {
            _failure = failure;
            _depth = level;
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
        // the object is dropped for another reason, or because of an exception that is already thrown
#pragma warning disable CA1031
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
