using System.Collections.Concurrent;
using Microsoft.Extensions.ObjectPool;

namespace Pooling.Doubles;

/// <summary>Creates and records tracked items. Refuses, throws or calls back on request.</summary>
internal sealed class TrackedItemPolicy : IPooledObjectPolicy<TrackedItem>
{
    /// <summary>Gets all items that were created, including those that never reached the pool.</summary>
    internal ConcurrentQueue<TrackedItem> Items { get; } = new();

    /// <summary>Gets the tag of the items.</summary>
    internal int Tag { get; init; }

    /// <summary>Gets the plan that decides which call of <see cref="Create"/> or <see cref="Return"/> throws.</summary>
    internal FaultPlan Faults { get; init; } = new();

    /// <summary>Gets a value that indicates whether disposals of items are calls of the plan, too.</summary>
    internal bool DisposalsMayFail { get; init; }

    /// <summary>Gets the number of calls so far.</summary>
    internal int Calls => Faults.Calls;

    /// <summary>Gets or sets a function that decides whether an item is kept.</summary>
    internal Func<TrackedItem, bool> Accept { get; set; } = static _ => true;

    /// <summary>Gets or sets an action that runs before an item is created.</summary>
    internal Action OnCreate { get; set; } = static () => { };

    /// <inheritdoc/>
    public TrackedItem Create()
    {
        int call = Faults.Enter(nameof(Create));
        OnCreate();
        var item = new TrackedItem { Tag = Tag, Faults = DisposalsMayFail ? Faults : null };
        Items.Enqueue(item);
        Faults.Leave(call, nameof(Create));
        return item;
    }

    /// <inheritdoc/>
    public bool Return(TrackedItem obj)
    {
        int call = Faults.Enter(nameof(Return));
        obj.Reset();
        bool accepted = Accept(obj);
        Faults.Leave(call, nameof(Return));
        return accepted;
    }
}
