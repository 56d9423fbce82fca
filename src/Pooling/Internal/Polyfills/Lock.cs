#if !NET9_0_OR_GREATER
namespace Pooling.Internal.Polyfills;

/// <summary>Stands in for the lock type of .NET 9: its members, as a <see langword="lock"/> statement over it, take its monitor.</summary>
internal sealed class Lock
{
    internal bool TryEnter() => Monitor.TryEnter(this);

    internal void Enter() => Monitor.Enter(this);

    internal void Exit() => Monitor.Exit(this);
}
#endif
