#if !NETSTANDARD2_0
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
#endif
using System.Reflection;

namespace Pooling.Internal.Polyfills;

/// <summary>Determines whether code was loaded into a context that can be unloaded, as plug-ins are.</summary>
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
    /// <summary>Gets a value that indicates whether this library can be unloaded.</summary>
    internal static bool IsCollectible => typeof(LoadContext).Assembly.IsCollectible;

    /// <summary>Returns whether a type or method, or one of its type arguments, can be unloaded.</summary>
    internal static bool CanUnload(MemberInfo member) => RuntimeFeature.IsDynamicCodeSupported && member.IsCollectible;

    /// <summary>Registers an action to call when a type, or one of its type arguments, is about to be
    /// unloaded.</summary>
    /// <returns><see langword="false"/> if there is no such notification.</returns>
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
