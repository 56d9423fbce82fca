#if MACHINE_CODE
using System.Runtime;
using System.Text;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.PackageTests;

/// <summary>Checks that a program that was published as machine code compiles hardly anything when it uses the library
/// for the first time. Without machine code of the library, each of these uses compiles dozens of methods.</summary>
internal static class MachineCodeChecks
{
    // Of generic types of the library with a type argument of another assembly.
    private const long MaxMethods = 5;

    internal static void Run(SelfCheck check)
    {
        CountMethods(static () => { }); // which compiles the count itself

        CheckFirstUse(check, "MagazinePool", static () =>
        {
            MagazinePool<StringBuilder> pool = MagazinePool.Create<StringBuilder>();
            pool.Return(pool.Get());
        });
        CheckFirstUse(check, "PooledArrayBufferWriter", static () =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            lease.Value.WriteByte(1);
        });
        CheckFirstUse(check, "Utf8JsonWriterPool", static () =>
        {
            using PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent();
            lease.Writer.WriteNumberValue(1);
            lease.Writer.Flush();
        });
    }

    private static void CheckFirstUse(SelfCheck check, string what, Action use) => check.Equal(
        $"methods above {MaxMethods} that the first {what} compiles",
        0,
        () => Math.Max(0, CountMethods(use) - MaxMethods));

    private static long CountMethods(Action use)
    {
        long methods = JitInfo.GetCompiledMethodCount(currentThread: true);
        use();
        return JitInfo.GetCompiledMethodCount(currentThread: true) - methods;
    }
}
#endif
