#if NETSTANDARD2_0
namespace Pooling.Internal.Polyfills;

/// <summary>Registrations as the newer base class libraries make them.</summary>
internal static class CancellationTokens
{
    extension(CancellationToken token)
    {
        /// <remarks>Here the execution context is captured nevertheless.</remarks>
        public CancellationTokenRegistration UnsafeRegister(Action<object?> callback, object? state) =>
            token.Register(callback, state, useSynchronizationContext: false);
    }
}
#endif
