using System.Collections.Concurrent;
using Microsoft.Extensions.ObjectPool;

namespace Pooling.Doubles;

/// <summary>Creates tracked items and remembers all of them; refuses, throws or calls back on request.</summary>
internal sealed class TrackedItemPolicy : IPooledObjectPolicy<TrackedItem>
{
    private int _calls;

    internal ConcurrentQueue<TrackedItem> Items { get; } = new();

    internal int Tag { get; init; }

    /// <summary>Which call of Create, Return or an item's Dispose throws, counted together from 1; 0 for none.</summary>
    internal int FaultyCall { get; init; }

    internal int Calls => Volatile.Read(ref _calls);

    internal Func<TrackedItem, bool> Accept { get; set; } = static _ => true;

    internal Action OnCreate { get; set; } = static () => { };

    public TrackedItem Create()
    {
        ThrowIfFaulty("Create");
        OnCreate();
        var item = new TrackedItem { Tag = Tag };
        Items.Enqueue(item);
        return item;
    }

    public bool Return(TrackedItem obj)
    {
        ThrowIfFaulty("Return");
        obj.Reset();
        return Accept(obj);
    }

    private void ThrowIfFaulty(string member)
    {
        if (Interlocked.Increment(ref _calls) == FaultyCall)
            throw new InjectedFaultException(member);
    }
}
