#if NETSTANDARD2_0
namespace Pooling.Internal.Polyfills;

/// <summary>Spins with the API of newer class libraries.</summary>
internal static class SpinWaits
{
    extension(ref SpinWait spin)
    {
        /// <remarks>On this framework it may sleep for a millisecond nevertheless.</remarks>
        public void SpinOnce(int sleep1Threshold)
        {
            _ = sleep1Threshold;
            spin.SpinOnce();
        }
    }
}
#endif
