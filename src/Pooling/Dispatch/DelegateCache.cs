using System.Reflection;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Caches the delegates of one type. It keeps no member, and therefore no assembly, alive.</summary>
internal static class DelegateCache<TDelegate> where TDelegate : Delegate
{
    private static readonly ConditionalWeakTable<MemberInfo, Delegate> s_delegates = new();

    internal static TDelegate GetOrAdd<TMember>(TMember member, Func<TMember, TDelegate> make)
        where TMember : MemberInfo =>
        s_delegates.TryGetValue(member, out Delegate? made) ? (TDelegate)made : Add(s_delegates, member, make);

    /// <summary>The same for a delegate that converts its arguments. A method may also have one that does not, or be
    /// refused one.</summary>
    internal static TDelegate GetOrAddConverter(MethodInfo method, Func<MethodInfo, TDelegate> make) =>
        Converters.Made.TryGetValue(method, out Delegate? made)
            ? (TDelegate)made
            : Add(Converters.Made, method, make);

    // Separate, because the closure would otherwise be allocated with each lookup.
    private static TDelegate Add<TMember>(
        ConditionalWeakTable<MemberInfo, Delegate> table, TMember member, Func<TMember, TDelegate> make)
        where TMember : MemberInfo =>
        (TDelegate)table.GetValue(member, key => make((TMember)key));

    // Created for the first of them.
    private static class Converters
    {
        internal static readonly ConditionalWeakTable<MemberInfo, Delegate> Made = new();
    }
}
