namespace Pooling.Analyzers.Usage;

/// <summary>Programs with one mistake each. <c>{|POOL001:text|}</c> is the text that a rule marks.</summary>
/// <remarks>This file needs no other, so that another project of tests can compile it, too.</remarks>
public static class Mistakes
{
    /// <summary>Gets the mistakes, in the order of the table of the documentation.</summary>
    public static IReadOnlyList<Mistake> All { get; } =
    [
        new("A lease is discarded", """
            {|POOL001:BufferWriterPool.Shared.Rent()|};
            """),
        new("A lease is never disposed", """
            var lease = {|POOL001:BufferWriterPool.Shared.Rent()|};
            lease.Value.WriteUtf8("text");
            """),
        new("A writer is used after the end of its lease", """
            var lease = BufferWriterPool.Shared.Rent();
            var stale = lease.Value;
            lease.Dispose();
            {|POOL002:stale|}.WriteUtf8("text");
            """),
        new("A leased writer is disposed", """
            using var lease = BufferWriterPool.Shared.Rent();
            {|POOL006:lease.Value.Dispose()|};
            """),
        new("A leased writer is in a using statement", """
            var lease = BufferWriterPool.Shared.Rent();
            using ({|POOL006:lease.Value|})
                lease.Value.WriteUtf8("text");
            lease.Dispose();
            """),
        new("A writer is returned out of the using of its lease", """
            PooledArrayBufferWriter<byte> Encode()
            {
                using var lease = BufferWriterPool.Shared.Rent();
                lease.Value.WriteUtf8("text");
                return {|POOL002:lease.Value|};
            }

            Encode();
            """),
        new("The memory of a writer is returned", """
            ReadOnlyMemory<byte> Encode()
            {
                using var lease = BufferWriterPool.Shared.Rent();
                lease.Value.WriteUtf8("text");
                return {|POOL002:lease.Value.WrittenMemory|};
            }

            Encode();
            """),
        new("The result of Detach is dropped", """
            using var lease = BufferWriterPool.Shared.Rent();
            lease.Value.WriteUtf8("text");
            {|POOL003:lease.Value.Detach()|};
            """),
        new("The result of Retain is dropped", """
            using var message = SharedBuffer.Create("text"u8);
            {|POOL003:message.Retain()|};
            """),
        new("An asynchronous copy of a leased writer is not awaited", """
            ValueTask Send(Stream stream)
            {
                using var lease = BufferWriterPool.Shared.Rent();
                lease.Value.WriteUtf8("text");
                return {|POOL002:lease.Value.CopyToAsync(stream)|};
            }

            await Send(Stream.Null);
            """),
        new("A reservation is forgotten", """
            using var lease = BufferWriterPool.Shared.Rent();
            var length = {|POOL007:lease.Value.Reserve(4)|};
            lease.Value.WriteUtf8("text");
            """),
        new("Get is called without Return", """
            using var pool = MagazinePool.Create<StringBuilder>();
            var text = {|POOL004:pool.Get()|};
            text.Append("text");
            """),
        new("A JSON lease is dropped", """
            var json = {|POOL001:Utf8JsonWriterPool.Shared.Rent()|};
            json.Writer.WriteNumberValue(1);
            """),
        new("Nothing reads whether a queue accepted a lease", """
            using var queue = new SpscRingQueue<PooledLease<PooledArrayBufferWriter<byte>>>(4);
            {|POOL003:queue.TryEnqueue(BufferWriterPool.Shared.Rent())|};
            """),
        new("An asynchronous JSON lease is never disposed", """
            var json = {|POOL009:Utf8JsonWriterPool.Shared.RentAsyncWriter(Stream.Null)|};
            json.Writer.WriteNumberValue(1);
            await json.FlushAsync();
            """),
        new("A lease is returned out of its own using", """
            PooledLease<PooledArrayBufferWriter<byte>> Encode()
            {
                using var lease = BufferWriterPool.Shared.Rent();
                lease.Value.WriteUtf8("text");
                return {|POOL002:lease|};
            }

            Encode();
            """),
        new("A consumer never disposes what it reads", """
            var queue = new MpscRingQueue<PooledLease<PooledArrayBufferWriter<byte>>>(4);
            while ({|POOL001:queue.TryDequeue(out var lease)|})
                lease.Value.WriteUtf8("text");
            """),
        new("An object is returned twice", """
            using var pool = MagazinePool.Create<StringBuilder>();
            var text = pool.Get();
            pool.Return(text);
            {|POOL004:pool.Return(text)|};
            """),
        new("JSON is read before it is flushed", """
            using var stream = new MemoryStream();
            using var json = Utf8JsonWriterPool.Shared.Rent(stream);
            json.Writer.WriteNumberValue(1);
            byte[] text = {|POOL005:stream.ToArray()|};
            """),
    ];

    /// <summary>A program with a mistake.</summary>
    /// <param name="Name">The mistake.</param>
    /// <param name="Statements">The statements of the program, which can await, with the marked text.</param>
    public sealed record Mistake(string Name, string Statements)
    {
        private const string Usings = """
            using System;
            using System.IO;
            using System.Text;
            using System.Threading.Tasks;
            using Pooling.Buffers;
            using Pooling.Json;
            using Pooling.Objects;
            using Pooling.Queues;
            """;

        /// <summary>Gets the whole program, with the marked text.</summary>
        public string Source => $$"""
            {{Usings}}

            public static class Program
            {
                public static async Task Main()
                {
                    await Task.Yield();
                    {{Statements.Replace("\n", "\n        ", StringComparison.Ordinal)}}
                }
            }
            """;

        /// <inheritdoc/>
        public override string ToString() => Name;
    }
}
