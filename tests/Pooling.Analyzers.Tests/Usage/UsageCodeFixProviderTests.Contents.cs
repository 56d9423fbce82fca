namespace Pooling.Analyzers.Usage;

/// <content>Content that would be used after the end of its lease, if that had <c>using</c>, and content that would
/// not.</content>
public sealed partial class UsageCodeFixProviderTests
{
    private const string Holders = """

            private StringBuilder? _text;
            private readonly LeasePool<Frame> _frames = LeasePool.Create<Frame>();
            private readonly Frame _frame = new();
            private sealed record Part(ReadOnlyMemory<byte> Body);
            private sealed class Frame
            {
                public byte[] Bytes = new byte[8];
                public Frame() { }
                public Frame(ReadOnlyMemory<byte> body) => Body = body;
                public ReadOnlyMemory<byte> Body { get; set; }
            }
        """;

    [Theory]
    [InlineData("StringBuilder Get() { return _leases.Rent().Value; }")]
    [InlineData("StringBuilder Get() => _leases.Rent().Value;")]
    [InlineData("StringBuilder Get() => _leases.Rent().Value.Append(1).Append(2);")]
    [InlineData("StringBuilder Value => _leases.Rent().Value;")]
    [InlineData("Func<StringBuilder> Get() => () => _leases.Rent().Value;")]
    [InlineData("void Set() => _writer = Writers.Rent().Value;")]
    [InlineData("void Set(out StringBuilder text) { text = _leases.Rent().Value; }")]
    [InlineData("StringBuilder Get() { var lease = _leases.Rent(); return lease.Value; }")]
    [InlineData("StringBuilder Get() { PooledLease<StringBuilder> lease; lease = _leases.Rent(); "
        + "return lease.Value; }")]
    [InlineData("StringBuilder Get() { var text = _leases.Rent().Value; text.Append(1); return text; }")]
    [InlineData("(StringBuilder, int) Get() { var lease = _leases.Rent(); var text = lease.Value; return (text, 1); }")]
    [InlineData("ReadOnlyMemory<byte> Get() { var lease = Writers.Rent(); return lease.Value.WrittenMemory[1..]; }")]
    [InlineData("StringBuilder Get() { var lease = _leases.Rent(); StringBuilder text = lease.Value; text = new(); "
        + "return text; }")]
    [InlineData("ReadOnlyMemory<byte> Get() => Writers.Rent().Value.WrittenMemory;")]
    [InlineData("IEnumerable<StringBuilder> Get() { var lease = _leases.Rent(); yield return lease.Value; }")]
    [InlineData("StringBuilder? Get(bool now) { var lease = _leases.Rent(); if (now) { lease.Dispose(); return null; } "
        + "return lease.Value; }")]
    [InlineData("void Add(List<StringBuilder> texts) => texts.Add(_leases.Rent().Value);")]
    [InlineData("void Add(StringBuilder[] texts) { var lease = _leases.Rent(); texts[0] = lease.Value; }")]
    [InlineData("void Add(RingQueue<SharedBuffer> queue, List<ReadOnlyMemory<byte>> all) { "
        + "while (queue.TryDequeue(out var share)) all.Add(share.Memory); }")]
    [InlineData("async Task Add(Channel<SharedBuffer> shares, List<ReadOnlyMemory<byte>> all) { "
        + "await foreach (var share in shares.Reader.ReadAllAsync()) all.Add(share.Memory); }")]
    [InlineData("Task Sent => Writers.Rent().Value.CopyToAsync(Stream.Null).AsTask();")]
    [InlineData("Task Sent { get => Writers.Rent().Value.CopyToAsync(Stream.Null).AsTask(); }")]
    [InlineData("void Fill(Frame frame) { var lease = Writers.Rent(); frame.Body = lease.Value.WrittenMemory; }")]
    [InlineData("void Fill() { var lease = Writers.Rent(); _frame.Body = lease.Value.WrittenMemory; }")]
    [InlineData("void Fill() { PooledLease<PooledArrayBufferWriter<byte>> lease; lease = Writers.Rent(); "
        + "_frame.Body = lease.Value.WrittenMemory; }")]
    [InlineData("Frame Get() { var lease = Writers.Rent(); var frame = new Frame(); "
        + "frame.Body = lease.Value.WrittenMemory; return frame; }")]
    [InlineData("Frame Get() { var lease = Writers.Rent(); return new Frame(lease.Value.WrittenMemory); }")]
    [InlineData("Frame Get() => new(Writers.Rent().Value.WrittenMemory);")]
    [InlineData("Frame Get() { var lease = Writers.Rent(); var frame = new Frame(lease.Value.WrittenMemory); "
        + "return frame; }")]
    [InlineData("Frame Get() { var lease = Writers.Rent(); var frame = new Frame { Body = lease.Value.WrittenMemory }; "
        + "return frame; }")]
    [InlineData("Part Get(Part part) { var lease = Writers.Rent(); "
        + "return part with { Body = lease.Value.WrittenMemory }; }")]
    [InlineData("ReadOnlyMemory<byte> Get() { var lease = Writers.Rent(); "
        + "var frame = new Frame(lease.Value.WrittenMemory); return frame.Body; }")]
    [InlineData("void Add(RingQueue<SharedBuffer> queue, List<Frame> frames) { "
        + "while (queue.TryDequeue(out var share)) frames.Add(new Frame(share.Memory)); }")]
    [InlineData("void Add(SharedBuffer message, List<Frame> frames) { "
        + "if (message.TryRetain(out var share)) frames.Add(new Frame(share.Memory)); }")]
    [InlineData("ReadOnlyMemory<byte> Get() { ReadOnlyMemory<byte> body; var lease = Writers.Rent(); "
        + "body = lease.Value.WrittenMemory; return body; }")]
    [InlineData("ReadOnlyMemory<byte> Get(bool now) { ReadOnlyMemory<byte> body = default; "
        + "if (now) { var lease = Writers.Rent(); body = lease.Value.WrittenMemory; } return body; }")]
    [InlineData("ReadOnlyMemory<byte> Get(bool now) { var lease = Writers.Rent(); ReadOnlyMemory<byte> body = default; "
        + "if (now) body = lease.Value.WrittenMemory; return body; }")]
    [InlineData("void Get(bool now) { ReadOnlyMemory<byte> body = default; "
        + "if (now) { var lease = Writers.Rent(); body = lease.Value.WrittenMemory; } Use(body); }")]
    [InlineData("void Get(bool now) { ReadOnlyMemory<byte> body = default; "
        + "if (now) { body = Writers.Rent().Value.WrittenMemory; } Use(body); }")]
    [InlineData("void Get(RingQueue<SharedBuffer> queue) { ReadOnlyMemory<byte> last = default; "
        + "while (queue.TryDequeue(out var share)) last = share.Memory; Use(last); }")]
    [InlineData("async Task Get(Channel<SharedBuffer> shares) { ReadOnlyMemory<byte> last = default; "
        + "await foreach (var share in shares.Reader.ReadAllAsync()) last = share.Memory; Use(last); }")]
    [InlineData("void Get(SharedBuffer message) { if (message.TryRetain(out var share)) Use(1); Use(share.Memory); }")]
    [InlineData("StringBuilder? Get() { var lease = _leases.Rent(); if (lease.Value is { } text) return text; "
        + "return null; }")]
    [InlineData("StringBuilder? Get() { var lease = _leases.Rent(); "
        + "switch (lease.Value) { case { Length: > 1 } text: return text; default: return null; } }")]
    [InlineData("StringBuilder? Get() { var lease = _leases.Rent(); "
        + "return lease.Value switch { { Length: > 1 } text => text, _ => null }; }")]
    [InlineData("void Set() { var lease = _leases.Rent(); _text ??= lease.Value; }")]
    [InlineData("StringBuilder Set() { var lease = _leases.Rent(); return _text ??= lease.Value; }")]
    [InlineData("StringBuilder Get() { StringBuilder? text = null; var lease = _leases.Rent(); text ??= lease.Value; "
        + "return text; }")]
    [InlineData("StringBuilder Get() { var lease = _leases.Rent(); var (text, count) = (lease.Value, 1); "
        + "return text; }")]
    [InlineData("void Set() { var lease = _leases.Rent(); (_text, _) = (lease.Value, 1); }")]
    [InlineData("Func<int> Get() { var text = _leases.Rent().Value; return () => text.Length; }")]
    [InlineData("Func<int, StringBuilder> Get() { var lease = _leases.Rent(); return lease.Value.Append; }")]
    [InlineData("StringBuilder? Get() { var lease = _leases.Rent(); return lease.Value?.Append(1); }")]
    [InlineData("ReadOnlyMemory<byte> Get(bool now) { var lease = Writers.Rent(); "
        + "return (now ? lease.Value : new PooledArrayBufferWriter<byte>()).WrittenMemory; }")]
    [InlineData("ReadOnlyMemory<byte> Get() { var lease = Writers.Rent(); "
        + "return lease.Value.WrittenMemory.Trim((byte)0); }")]
    [InlineData("ReadOnlyMemory<byte> Get() { var lease = _frames.Rent(); return lease.Value.Bytes.AsMemory(0, 4); }")]
    [InlineData("IEnumerable<byte> Get() { var lease = _frames.Rent(); return lease.Value.Bytes.Where(x => x > 1); }")]
    [InlineData("void Set() { var lease = _leases.Rent(); Interlocked.Exchange(ref _text, lease.Value); }")]
    [InlineData("void Set(ref StringBuilder text) => text = _leases.Rent().Value;")]
    [InlineData("void Set() { var lease = _leases.Rent(); ref StringBuilder? text = ref _text; text = lease.Value; }")]
    [InlineData("void Add(List<StringBuilder> texts) { var lease = _leases.Rent(); texts[^1] = lease.Value; }")]
    [InlineData("sealed class Holder(object text) { public object Text => text; "
        + "public void Set() { var lease = Writers.Rent(); text = lease.Value; } }")]
    public async Task Fix_OfContentThatOutlivesItsLease_IsNotOffered(string member)
    {
        string source = UsageCompiler.InMethod("", "private " + member + Holders);

        Assert.NotEmpty(await UsageCompiler.AnalyzeAsync(UsageCompiler.Compile(source)));
        Assert.Null(await CodeFixer.FixAsync(source));
    }

    [Theory]
    [InlineData("int Get() { return _leases.Rent().Value.Length; }")]
    [InlineData("string Text => _leases.Rent().Value.Append(1).ToString();")]
    [InlineData("byte[] Get() { var lease = Writers.Rent(); return lease.Value.WrittenMemory.ToArray(); }")]
    [InlineData("void Add(List<string> texts) { var lease = _leases.Rent(); texts.Add(lease.Value.ToString()); }")]
    [InlineData("void Move(StringBuilder to) { var lease = _leases.Rent(); to.Append(lease.Value); }")]
    [InlineData("void Add(List<byte> all) { var lease = Writers.Rent(); "
        + "foreach (byte each in lease.Value.WrittenSpan) all.Add(each); }")]
    [InlineData("Guid Get() { var lease = Writers.Rent(); return new Guid(lease.Value.WrittenSpan); }")]
    [InlineData("Version Get() { var lease = _leases.Rent(); return new Version(lease.Value.ToString()); }")]
    [InlineData("int Get() { var lease = _leases.Rent(); "
        + "return lease.Value is { Length: > 1 and var length } ? length : 0; }")]
    [InlineData("string Get() { var lease = _leases.Rent(); string? text = null; text ??= lease.Value.ToString(); "
        + "return text; }")]
    [InlineData("void Set() { var lease = Writers.Rent(); _frame.Body = lease.Value.WrittenMemory.ToArray(); }")]
    [InlineData("byte[] Get() { var lease = _frames.Rent(); return lease.Value.Bytes.ToArray(); }")]
    public async Task Fix_OfCopiedContent_IsOffered(string member) => await AssertFineAsync(
        await CodeFixer.FixAsync(UsageCompiler.InMethod("", "private " + member + Holders)) ?? "no fix");

    [Theory]
    [InlineData("void Send(Stream to) { var lease = Writers.Rent(); Frame frame = new(lease.Value.WrittenMemory); "
        + "to.Write(frame.Body.Span); }")]
    [InlineData("void Send(Stream to) { var lease = Writers.Rent(); "
        + "Use(new Frame { Body = lease.Value.WrittenMemory }); }")]
    [InlineData("void Send(bool now, Stream to) { if (now) { ReadOnlyMemory<byte> body; var lease = Writers.Rent(); "
        + "body = lease.Value.WrittenMemory; to.Write(body.Span); } }")]
    [InlineData("void Send(Stream to) { StringBuilder? text = null; text ??= new(); var lease = Writers.Rent(); "
        + "if (lease.Value is { WrittenCount: > 1 } writer) to.Write(writer.WrittenSpan); }")]
    [InlineData("void Send(RingQueue<SharedBuffer> queue, Stream to) { while (queue.TryDequeue(out var share)) { "
        + "var bytes = share.Memory; to.Write(bytes.Span); } }")]
    [InlineData("void Send(RingQueue<SharedBuffer> queue, Stream to) { SharedBuffer share; "
        + "while (queue.TryDequeue(out share)) to.Write(share.Span); }")]
    public async Task Fix_OfContentThatIsUsedNearItsLease_IsOffered(string member) => await AssertFineAsync(
        await CodeFixer.FixAsync(UsageCompiler.InMethod("", "private " + member + Holders)) ?? "no fix");
}
