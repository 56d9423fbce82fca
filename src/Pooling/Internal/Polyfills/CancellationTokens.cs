#if NETSTANDARD2_0
namespace Pooling.Internal.Polyfills;

/// <summary>Registrations with the API of newer class libraries.</summary>
internal static class CancellationTokens
{
    extension(CancellationToken token)
    {
        /// <remarks>On this framework the execution context is captured nevertheless.</remarks>
        public CancellationTokenRegistration UnsafeRegister(Action<object?> callback, object? state) =>
            token.Register(callback, state, useSynchronizationContext: false);
    }
}
#endif
