using Microsoft.Extensions.ObjectPool;
using Pooling.SoakTests.Objects;

namespace Pooling.SoakTests.Faults;

/// <summary>Creates items, records them without a lock, and throws according to a plan.</summary>
internal sealed class FaultItemPolicy(FaultPlan plan) : IPooledObjectPolicy<SoakItem>
{
    private Node? _last;
    private int _lostHere;

    /// <summary>Gets the number of items that were created and then lost by a creation that threw.</summary>
    internal int LostHere => Volatile.Read(ref _lostHere);

    /// <summary>Gets the number of items that were not disposed, after the pool was disposed.</summary>
    internal int Undisposed
    {
        get
        {
            int count = 0;
            for (Node? node = Volatile.Read(ref _last); node is not null; node = node.Before)
                count += node.Item.Disposals == 0 ? 1 : 0;

            return count;
        }
    }

    public SoakItem Create()
    {
        int call = plan.Enter(nameof(Create));
        var node = new Node(new SoakItem());
        do
        {
            node.Before = Volatile.Read(ref _last);
        }
        while (Interlocked.CompareExchange(ref _last, node, node.Before) != node.Before);

        try
        {
            plan.Leave(call, nameof(Create));
        }
        catch
        {
            Interlocked.Increment(ref _lostHere);
            throw;
        }

        return node.Item;
    }

    public bool Return(SoakItem obj)
    {
        int call = plan.Enter(nameof(Return));
        plan.Leave(call, nameof(Return));
        return true;
    }

    private sealed class Node(SoakItem item)
    {
        internal SoakItem Item => item;

        internal Node? Before { get; set; }
    }
}
