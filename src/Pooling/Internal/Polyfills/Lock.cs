#if !NET9_0_OR_GREATER
namespace Pooling.Internal.Polyfills;

/// <summary>Stands in for the lock type of .NET 9: a <see langword="lock"/> statement over it takes its monitor.</summary>
internal sealed class Lock;
#endif
