#if !NET9_0_OR_GREATER
namespace Pooling.Internal.Polyfills;

/// <summary>Replaces the lock type of .NET 9. Its members take its monitor, as a <see langword="lock"/> statement
/// does.</summary>
#pragma warning disable RS0030 // LockHold alone uses it
internal sealed class Lock
{
    internal bool TryEnter() => Monitor.TryEnter(this);

    internal void Enter() => Monitor.Enter(this);

    internal void Exit() => Monitor.Exit(this);
}
#endif
