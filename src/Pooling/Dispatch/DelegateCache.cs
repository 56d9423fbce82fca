using System.Reflection;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>The delegates of one type that were made so far. It keeps no member, and so no assembly, alive.</summary>
internal static class DelegateCache<TDelegate> where TDelegate : Delegate
{
    private static readonly ConditionalWeakTable<MemberInfo, Delegate> s_delegates = new();

    internal static TDelegate GetOrAdd<TMember>(TMember member, Func<TMember, TDelegate> make) where TMember : MemberInfo =>
        s_delegates.TryGetValue(member, out Delegate? made) ? (TDelegate)made : Add(member, make);

    // Apart, since the closure would be allocated with each lookup.
    private static TDelegate Add<TMember>(TMember member, Func<TMember, TDelegate> make) where TMember : MemberInfo =>
        (TDelegate)s_delegates.GetValue(member, key => make((TMember)key));
}
