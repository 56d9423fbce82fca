using System.Reflection;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Caches the delegates of one type. It keeps no member, and therefore no assembly, alive.</summary>
internal static class DelegateCache<TDelegate> where TDelegate : Delegate
{
    private static readonly ConditionalWeakTable<MemberInfo, Delegate> s_delegates = new();

    internal static TDelegate GetOrAdd<TMember>(TMember member, Func<TMember, TDelegate> make)
        where TMember : MemberInfo =>
        s_delegates.TryGetValue(member, out Delegate? made) ? (TDelegate)made : Add(member, make);

    // Separate, because the closure would otherwise be allocated with each lookup.
    private static TDelegate Add<TMember>(TMember member, Func<TMember, TDelegate> make) where TMember : MemberInfo =>
        (TDelegate)s_delegates.GetValue(member, key => make((TMember)key));
}
