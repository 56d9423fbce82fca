using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests that an array pool that throws in any of its calls leaves the content unchanged.</summary>
public sealed class FailedReturnTests
{
    private static readonly Dictionary<string, Action<PooledArrayBufferWriter<byte>>> s_growths = new()
    {
        ["Write"] = static writer => writer.Write(new byte[5000]),
        ["Write of its own content"] = static writer => writer.Write(writer.WrittenSpan),
        ["WriteUtf8"] = static writer => writer.WriteUtf8(new string('x', 5000).AsSpan()),
        ["Prefixed text"] = static writer => writer.WritePrefixedUtf8(new string('x', 5000).AsSpan(), LengthPrefix.Varint),
        ["Prefixed bytes"] = static writer => writer.WritePrefixedBytes(new byte[5000], LengthPrefix.UInt16BigEndian),
        ["Small writes"] = static writer =>
        {
            int written = writer.WrittenCount;
            try
            {
                for (int i = 0; i < 100; i++)
                    writer.WriteByte(1);
            }
            catch
            {
                Assert.Equal(128, writer.WrittenCount);
                writer.Truncate(written);
                throw;
            }
        },
        ["Interpolation"] = static writer => writer.WriteUtf8($"{new string('x', 3000)}{new string('y', 3000)}"),
        ["WriteLittleEndian"] = static writer => writer.WriteLittleEndian<int>(new int[2000]),
        ["GetSpan"] = static writer => writer.GetSpan(5000),
        ["GetMemory"] = static writer => writer.GetMemory(5000),
        ["Reserve"] = static writer => writer.Reserve(5000),
    };

    public static TheoryData<string> Growths => [.. s_growths.Keys];

    [Theory]
    [MemberData(nameof(Growths))]
    public void Growth_WhenTheArrayPoolThrows_LeavesTheContentAsItWas(string growth)
    {
        byte[] content = [.. Enumerable.Range(0, 100).Select(static i => (byte)i)];
        int failures = 0;
        bool failed = true;
        for (int k = 2; failed; k++)
        {
            var arrays = new CountingArrayPool<byte>(k, FaultMoment.After);
            var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 128 }, arrays);
            writer.Write(content);
            Exception? thrown = Record.Exception(() => s_growths[growth](writer));
            failed = thrown is not null;
            if (failed)
            {
                failures++;
                Assert.IsType<InjectedFaultException>(thrown);
                Assert.Equal(content, writer.WrittenSpan.ToArray());
                writer.Write([1]);
                Assert.Equal(content.Length + 1, writer.WrittenCount);
            }

            _ = Record.Exception(writer.Dispose);
            arrays.AssertAllReturned();
        }

        Assert.True(failures >= 2, "Renting and returning should have failed.");
    }
}
