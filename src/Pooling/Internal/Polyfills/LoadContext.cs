namespace Pooling.Internal.Polyfills;

/// <summary>What this library was loaded into.</summary>
internal static class LoadContext
{
#if NETSTANDARD2_0
    internal static bool IsCollectible => false;
#else
    /// <summary>Whether it can be unloaded, as a plug-in can.</summary>
    internal static bool IsCollectible => typeof(LoadContext).Assembly.IsCollectible;
#endif
}
