namespace Pooling.Analyzers.Usage;

/// <content>Mistakes with targets of JSON leases.</content>
internal static partial class KindsOfMistakes
{
    internal const string Json = """
        internal sealed class Json
        {
            byte[] Write1()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var json = Utf8JsonWriterPool.Shared.Rent(lease.Value);
                json.Writer.WriteNullValue();
                return {|POOL005:lease.Value.WrittenSpan|}.ToArray();
            }

            PooledArray<byte> Write2()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var json = Utf8JsonWriterPool.Shared.Rent(lease.Value);
                json.Writer.WriteNullValue();
                return {|POOL005:lease.Value.Detach()|};
            }

            void Write3(Stream s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var json = Utf8JsonWriterPool.Shared.Rent(lease.Value);
                json.Writer.WriteNullValue();
                s.Write({|POOL005:lease.Value.WrittenSpan|});
            }

            async Task Write4(Stream s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var json = Utf8JsonWriterPool.Shared.Rent(lease.Value);
                json.Writer.WriteNullValue();
                await s.WriteAsync({|POOL005:lease.Value.WrittenMemory|});
            }

            byte[] Write5()
            {
                using var m = new MemoryStream();
                using var json = Utf8JsonWriterPool.Shared.Rent(m);
                json.Writer.WriteNullValue();
                return {|POOL005:m.ToArray()|};
            }

            byte[] Write6()
            {
                var m = new ArrayBufferWriter<byte>();
                using var json = Utf8JsonWriterPool.Shared.Rent(m);
                json.Writer.WriteNullValue();
                return {|POOL005:m.WrittenSpan|}.ToArray();
            }

            void Write7()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var n = lease.Value.Reserve(4);
                using var json = Utf8JsonWriterPool.Shared.Rent(lease.Value);
                json.Writer.WriteNullValue();
                {|POOL005:n.PatchLengthBigEndian()|};
            }

            void Write8(Stream s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var json = Utf8JsonWriterPool.Shared.Rent(lease.Value);
                json.Writer.WriteNullValue();
                s.Write({|POOL005:lease.Value.WrittenSpan|});
                json.Dispose();
            }

            int Write9()
            {
                using var w = new W();
                using var json = Utf8JsonWriterPool.Shared.Rent(w);
                json.Writer.WriteNullValue();
                return {|POOL005:w.WrittenCount|};
            }

            void Write10(MpscRingQueue<Lease> q)
            {
                var lease = PooledArrayBufferWriter.Rent();
                using var json = Utf8JsonWriterPool.Shared.Rent(lease.Value);
                json.Writer.WriteNullValue();
                if (!{|POOL005:q.TryEnqueue(lease)|})
                    lease.Dispose();
            }

            SharedBuffer Write11()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var json = Utf8JsonWriterPool.Shared.Rent(lease.Value);
                json.Writer.WriteNullValue();
                return {|POOL005:lease.Value.DetachShared()|};
            }

            async Task Write12(Stream s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using (var json = Utf8JsonWriterPool.Shared.Rent(lease.Value))
                {
                    json.Writer.WriteNullValue();
                    await {|POOL005:lease.Value.CopyToAsync(s)|};
                }
            }

            async Task Write13(PipeWriter p)
            {
                using var json = Utf8JsonWriterPool.Shared.Rent(p);
                json.Writer.WriteNullValue();
                await {|POOL005:p.FlushAsync()|};
            }

            byte[] Write14()
            {
                var m = new MemoryStream();
                var json = Utf8JsonWriterPool.Shared.Rent(m);
                var w = json.Writer;
                w.WriteStartArray();
                w.WriteEndArray();
                byte[] b = {|POOL005:m.ToArray()|};
                json.Dispose();
                return b;
            }
        }
        """;
}
