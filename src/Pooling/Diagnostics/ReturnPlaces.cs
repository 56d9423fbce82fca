using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Diagnostics;

/// <summary>Remembers the stack of each return in <see cref="PoolingMode.Version"/>, as long as the returned object lives.</summary>
internal static class ReturnPlaces
{
    private static readonly Lock s_gate = new(); // the table's own lock does not protect its waits from interrupts
    private static readonly ConditionalWeakTable<object, StackTrace> s_stacks = new();
    private static volatile bool s_isUsed; // whether the table has ever had an element, so that others need not create it

    /// <summary>Remembers the stack of the calling method for an object.</summary>
    /// <returns><see langword="false"/> if the object was already returned.</returns>
    internal static bool TryAdd(object item)
    {
        s_isUsed = true;
        var stack = new StackTrace(fNeedFileInfo: true);
        using (LockHold.Of(s_gate))
        {
            if (s_stacks.TryGetValue(item, out _))
                return false;

            s_stacks.Add(item, stack);
            return true;
        }
    }

    /// <summary>Remembers the stack of the calling method for an object of a lease, which several leases may have if their policy creates
    /// it for each of them.</summary>
    internal static void Set(object item)
    {
        s_isUsed = true;
        var stack = new StackTrace(fNeedFileInfo: true);
        using (LockHold.Of(s_gate))
        {
            s_stacks.Remove(item);
            s_stacks.Add(item, stack);
        }
    }

    /// <summary>Forgets the return of an object that is rented again: the policy of its pool has created it a second time.</summary>
    internal static void Remove(object item)
    {
        using (LockHold.Of(s_gate))
            s_stacks.Remove(item);
    }

    /// <summary>Returns a sentence with the stack of an object's return, or an empty text if it is not known.</summary>
    internal static string Describe(object? item) =>
        s_isUsed && item is not null && s_stacks.TryGetValue(item, out StackTrace? stack)
            ? $" It was returned here:{Environment.NewLine}{StackText.Of(stack)}{Environment.NewLine}This use:"
            : "";
}
