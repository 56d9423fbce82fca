using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Diagnostics;

/// <summary>Remembers the stack of each return in <see cref="PoolingMode.Version"/>, as long as the returned object
/// lives.</summary>
/// <remarks>Nothing here stops the operation that calls it: see <see cref="DiagnosticSteps"/>.</remarks>
internal static class ReturnPlaces
{
    private static readonly Lock s_gate = new(); // the table's own lock does not protect its waits from interrupts
    // stacks, or that the stack is unknown
    private static readonly ConditionalWeakTable<object, object> s_places = new();
    private static readonly object s_unknown = new();
    // whether the table has ever had an element, so that others need not create it
    private static volatile bool s_isUsed;

    /// <summary>Remembers the stack of the calling method for an object.</summary>
    /// <returns><see langword="false"/> if the object was already returned.</returns>
    internal static bool TryAdd(object item)
    {
        s_isUsed = true;
        object place = DiagnosticSteps.CaptureStack() ?? s_unknown;
        using (LockHold.Of(s_gate))
        {
            if (s_places.TryGetValue(item, out _))
                return false;

            DiagnosticSteps.TryAdd(s_places, item, place);
            return true;
        }
    }

    /// <summary>Remembers the stack of the calling method for an object of a lease, which several leases may have if
    /// their policy creates it for each of them.</summary>
    internal static void Set(object item)
    {
        s_isUsed = true;
        object place = DiagnosticSteps.CaptureStack() ?? s_unknown;
        using (LockHold.Of(s_gate))
        {
            DiagnosticSteps.Remove(s_places, item);
            DiagnosticSteps.TryAdd(s_places, item, place);
        }
    }

    /// <summary>Forgets the return of an object that is rented again: the policy of its pool has created it a second
    /// time.</summary>
    internal static void Remove(object item)
    {
        using (LockHold.Of(s_gate))
            DiagnosticSteps.Remove(s_places, item);
    }

    /// <summary>Returns a sentence with the stack of an object's return, or an empty text if it is not known.</summary>
    internal static string Describe(object? item)
    {
        if (!s_isUsed || item is null || !s_places.TryGetValue(item, out object? place))
            return "";

        if (place is not StackTrace stack)
            return "";

        (StackTrace Stack, string Text) work = (stack, "");
        DiagnosticSteps.Run(static (ref work) => work.Text = Sentence(work.Stack), ref work);
        return work.Text;
    }

    private static string Sentence(StackTrace stack) =>
        $" It was returned here:{Environment.NewLine}{StackText.Of(stack)}{Environment.NewLine}This use:";
}
