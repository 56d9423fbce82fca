using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Diagnostics;

/// <summary>Remembers the stack of each return in <see cref="PoolingMode.Version"/>, as long as the returned object lives.</summary>
internal static class ReturnPlaces
{
    private static readonly ConditionalWeakTable<object, StackTrace> s_stacks = new();
    private static volatile bool s_isUsed; // whether the table has ever had an element, so that others need not create it

    /// <summary>Remembers the stack of the calling method for an object.</summary>
    /// <returns><see langword="false"/> if the object was already returned.</returns>
    internal static bool TryAdd(object item)
    {
        s_isUsed = true;
        var stack = new StackTrace(fNeedFileInfo: true);
        return s_stacks.GetValue(item, _ => stack) == stack;
    }

    /// <summary>Forgets the return of an object that is rented again: the policy of its pool has created it a second time.</summary>
    internal static void Remove(object item) => s_stacks.Remove(item);

    /// <summary>Returns a sentence with the stack of an object's return, or an empty text if it is not known.</summary>
    internal static string Describe(object? item) =>
        s_isUsed && item is not null && s_stacks.TryGetValue(item, out StackTrace? stack)
            ? $" It was returned here:{Environment.NewLine}{StackText.Of(stack)}{Environment.NewLine}This use:"
            : "";
}
