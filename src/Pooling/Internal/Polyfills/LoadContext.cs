#if !NETSTANDARD2_0
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
#endif
using System.Reflection;

namespace Pooling.Internal.Polyfills;

/// <summary>What code was loaded into, and what of it can be unloaded, as a plug-in can.</summary>
internal static class LoadContext
{
#if NETSTANDARD2_0
    internal static bool IsCollectible => false;

    internal static bool CanUnload(MemberInfo member)
    {
        _ = member;
        return false;
    }

    internal static bool TryWatchUnloading(Type type, Action unloading)
    {
        _ = type;
        _ = unloading;
        return false;
    }
#else
    /// <summary>Whether this library can be unloaded.</summary>
    internal static bool IsCollectible => typeof(LoadContext).Assembly.IsCollectible;

    /// <summary>Whether a type or a method can be unloaded, or one of the types that it is made of.</summary>
    internal static bool CanUnload(MemberInfo member) => RuntimeFeature.IsDynamicCodeSupported && member.IsCollectible;

    /// <summary>Has an action called when a type, or one of the types that it is made of, is about to be unloaded.</summary>
    /// <returns><see langword="false"/> if nobody will tell.</returns>
    internal static bool TryWatchUnloading(Type type, Action unloading)
    {
        if (type.HasElementType)
            return TryWatchUnloading(type.GetElementType()!, unloading);

        bool watches = false;
        foreach (Type argument in type.GenericTypeArguments)
            watches |= TryWatchUnloading(argument, unloading);

        if (AssemblyLoadContext.GetLoadContext(type.Assembly) is { IsCollectible: true } context)
        {
            context.Unloading += _ => unloading();
            watches = true;
        }

        return watches;
    }
#endif
}
