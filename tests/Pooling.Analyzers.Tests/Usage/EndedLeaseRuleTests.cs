namespace Pooling.Analyzers.Usage;

/// <summary>Tests POOL002: leased objects and their memory after the end of the lease.</summary>
public sealed class EndedLeaseRuleTests
{
    [Theory]
    [InlineData("var lease = _leases.Rent(); lease.Dispose(); {|POOL002:lease|}.Value.Append(1);")]
    [InlineData("var lease = _leases.Rent(); lease.TryReturn(); if (condition) {|POOL002:lease|}.Value.Append(1);")]
    [InlineData("var lease = _leases.Rent(); var text = lease.Value; lease.Dispose(); {|POOL002:text|}.Append(1);")]
    [InlineData("var lease = _leases.Rent(); var text = lease.Value; lease.Dispose(); int first = {|POOL002:text|}[0];")]
    [InlineData("var lease = Writers.Rent(); var bytes = lease.Value.WrittenMemory; lease.Dispose(); Use({|POOL002:bytes|});")]
    [InlineData("var lease = Writers.Rent(); var writer = lease.Value; var bytes = writer.WrittenMemory; lease.Dispose(); "
        + "await stream.WriteAsync({|POOL002:bytes|});")]
    [InlineData("var lease = Writers.Rent(); var bytes = lease.Value.WrittenSpan; lease.Dispose(); Use({|POOL002:bytes|}[0]);")]
    [InlineData("var lease = Writers.Rent(); try { lease.Value.WriteUtf8(\"a\"); } finally { lease.Dispose(); } "
        + "Use({|POOL002:lease|}.Value.WrittenCount);")]
    [InlineData("var lease = Writers.Rent(); { lease.Dispose(); } {|POOL002:lease|}.Value.WriteUtf8(\"a\");")]
    [InlineData("while (condition) { var lease = Writers.Rent(); lease.Dispose(); {|POOL002:lease|}.Value.WriteUtf8(\"a\"); }")]
    [InlineData("switch (condition) { case true: var lease = Writers.Rent(); lease.Dispose(); "
        + "{|POOL002:lease|}.Value.WriteUtf8(\"a\"); break; }")]
    [InlineData("var json = Json.Rent(); json.Dispose(); {|POOL002:json|}.Writer.WriteNumberValue(1);")]
    [InlineData("var json = Json.Rent(); var writer = json.Writer; json.Dispose(); {|POOL002:writer|}.WriteNumberValue(1);")]
    [InlineData("var json = Json.RentAsyncWriter(stream); await json.DisposeAsync(); {|POOL002:json|}.Writer.WriteNumberValue(1);")]
    [InlineData("var scope = PooledScope.Begin(); scope.Dispose(); {|POOL002:scope|}.RentArray<int>(4);")]
    [InlineData("var array = new PooledArray<int>(4); var items = array.Span; array.Dispose(); items = {|POOL002:array|}.Span;")]
    [InlineData("var share = message.Retain(); share.Dispose(); Use({|POOL002:share|}.Memory);")]
    [InlineData("again: var lease = Writers.Rent(); lease.Dispose(); if (condition) goto again; Use({|POOL002:lease|}.Value.Capacity);")]
    [InlineData("var lease = {|POOL001:_leases.Rent()|}; if (condition) lease.Dispose(); {|POOL002:lease|}.Value.Append(1);")]
    [InlineData("var lease = _leases.Rent(); if (condition) lease.Dispose(); else lease.TryReturn(); {|POOL002:lease|}.Value.Append(1);")]
    [InlineData("void Send(PooledLease<StringBuilder> own) { own.Dispose(); {|POOL002:own|}.Value.Append(1); } Send(default);")]
    [InlineData("ReadOnlyMemory<byte> bytes; using (var lease = Writers.Rent()) { bytes = lease.Value.WrittenMemory; } "
        + "Use({|POOL002:bytes|});")]
    public Task Analyze_UseAfterDispose_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("PooledLease<StringBuilder> lease", "lease.Dispose(); {|POOL002:lease|}.Value.Append(1);")]
    [InlineData("PooledLease<StringBuilder> lease", "lease.TryReturn(); {|POOL002:lease|}.Value.Append(1);")]
    [InlineData("PooledAsyncUtf8JsonWriter json", "json.Discard(); {|POOL002:json|}.Writer.WriteNullValue();")]
    [InlineData("SharedBuffer share", "share.Dispose(); GC.KeepAlive({|POOL002:share|}.Memory);")]
    [InlineData("PooledArray<int> array", "array.Dispose(); {|POOL002:array|}.Span.Clear();")]
    [InlineData("PooledSequence message", "message.Dispose(); "
        + "foreach (var part in {|POOL002:message|}.Sequence) GC.KeepAlive(part.Length);")]
    [InlineData("PooledUtf8JsonWriter json", "json.Dispose(); {|POOL002:json|}.Flush();")]
    public Task Analyze_MethodThatOnlyEndsALease_IsReported(string parameter, string statements) =>
        UsageCompiler.ExpectAsync(
            $"public static class Consumer {{ public static void End({parameter}) {{ {statements} }} }}");

    [Theory]
    [InlineData("foreach (var share in _shares) { share.Dispose(); GC.KeepAlive({|POOL002:share|}.Memory); }")]
    [InlineData("var share = _shares[0]; share.TryReturn(); GC.KeepAlive({|POOL002:share|}.Span.Length);")]
    [InlineData("var share = _shares[0]; share.Dispose(); var share2 = _shares[1]; GC.KeepAlive(share2.Memory);")]
    [InlineData("var array = _arrays[0]; array.Dispose(); {|POOL002:array|}.Span.Clear();")]
    public Task Analyze_MethodThatNamesNoTypeOfALease_IsReported(string statements) => UsageCompiler.ExpectAsync($$"""
        public sealed class Consumer
        {
            private readonly SharedBuffer[] _shares = [];
            private readonly PooledArray<int>[] _arrays = [];

            public void End()
            {
                {{statements}}
            }
        }
        """);

    [Theory]
    [InlineData("var share = message.Retain(); share.Dispose(); if (share.TryRetain(out var own)) own.Dispose();")]
    [InlineData("var json = Json.Rent(); var writer = json.Writer; json.Dispose(); Action late = writer.WriteStartObject; Use(late);")]
    [InlineData("var lease = _leases.Rent(); lease.Dispose(); lease.Dispose(); Use(lease.IsLive); Use(lease.TryReturn());")]
    [InlineData("var lease = _leases.Rent(); lease.Dispose(); lease = _leases.Rent(); lease.Value.Append(1); lease.Dispose();")]
    [InlineData("var lease = _leases.Rent(); lease.Dispose(); Use(lease); Use(lease == default);")]
    [InlineData("var lease = _leases.Rent(); if (condition) { lease.Dispose(); return; } lease.Value.Append(1); lease.Dispose();")]
    [InlineData("var lease = _leases.Rent(); try { lease.Dispose(); } catch { lease.Value.Append(1); }")]
    [InlineData("var lease = _leases.Rent(); while (condition) { lease.Value.Append(1); lease.Dispose(); lease = _leases.Rent(); } "
        + "lease.Dispose();")]
    [InlineData("var lease = _leases.Rent(); lease.Dispose(); Action run = () => lease.Value.Append(1); run();")]
    [InlineData("var lease = _leases.Rent(); lease.Dispose(); if (condition) lease = _leases.Rent(); lease.Value.Append(1); "
        + "lease.Dispose();")]
    [InlineData("var lease = _leases.Rent(); var text = lease.Value; lease.Dispose(); text = new(); text.Append(1);")]
    [InlineData("var lease = _leases.Rent(); var text = lease.Value; lease.Dispose(); Use(ReferenceEquals(text, null));")]
    [InlineData("var lease = _leases.Rent(); int length = lease.Value.Length; lease.Dispose(); Use(length);")]
    [InlineData("var lease = Writers.Rent(); var bytes = lease.Value.WrittenMemory; lease.Dispose(); Use(bytes.Length);")]
    [InlineData("var lease = Writers.Rent(); var bytes = lease.Value.WrittenMemory.ToArray(); lease.Dispose(); Use(bytes);")]
    [InlineData("var lease = Writers.Rent(); var owner = lease.Value.Detach(); lease.Dispose(); owner.Span.Clear(); owner.Dispose();")]
    [InlineData("var first = _leases.Rent(); var lease = first; first.Dispose(); lease = _leases.Rent(); "
        + "lease.Value.Append(1); lease.Dispose();")]
    [InlineData("foreach (int i in new[] { 1 }) { var lease = _leases.Rent(); lease.Value.Append(i); lease.Dispose(); }")]
    public Task Analyze_UseThatIsFine_IsNotReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("using var writer = new PooledArrayBufferWriter<byte>(); var span = writer.WrittenSpan; writer.ResetWrittenCount(); "
        + "Use({|POOL002:span|}[0]);")]
    [InlineData("using var lease = Writers.Rent(); var head = lease.Value.GetSpan(4); lease.Value.Advance(4); "
        + "lease.Value.WriteUtf8(\"a\"); {|POOL002:head|}[0] = 1;")]
    [InlineData("using var lease = Writers.Rent(); var memory = lease.Value.WrittenMemory; using var owner = lease.Value.Detach(); "
        + "await stream.WriteAsync({|POOL002:memory|});")]
    [InlineData("using var lease = Writers.Rent(); var writer = lease.Value; var memory = writer.WrittenMemory; "
        + "if (condition) writer.ResetWrittenCount(); else writer.WriteByte(1); Use({|POOL002:memory|});")]
    [InlineData("using var json = Json.Rent(); var bytes = json.WrittenMemory; json.Writer.WriteNumberValue(1); "
        + "Use({|POOL002:bytes|});")]
    [InlineData("using var lease = Writers.RentSegmented(); var all = lease.Value.WrittenSequence; lease.Value.ResetWrittenCount(); "
        + "Use({|POOL002:all|});")]
    [InlineData("ReadOnlyMemory<byte> Get() { using var writer = new PooledArrayBufferWriter<byte>(); "
        + "return {|POOL002:writer.WrittenMemory|}; } Get();")]
    public Task Analyze_MemoryOfAWriterThatHasGoneOn_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("using var writer = new PooledArrayBufferWriter<byte>(); var span = writer.GetSpan(); span[0] = 1; writer.Advance(1);")]
    [InlineData("using var lease = Writers.Rent(); var span = lease.Value.GetSpan(4); lease.Value.Advance(4); span = "
        + "lease.Value.GetSpan(4); span[0] = 1;")]
    [InlineData("using var lease = Writers.Rent(); var span = lease.Value.GetSpan(4); for (int i = 0; i < 9; i++) { "
        + "if (span.Length < 2) { lease.Value.Advance(4); span = lease.Value.GetSpan(4); } span[0] = 1; }")]
    [InlineData("using var lease = Writers.Rent(); var bytes = lease.Value.WrittenSpan; Use(bytes[0]); lease.Value.ResetWrittenCount();")]
    [InlineData("using var lease = Writers.Rent(); var bytes = lease.Value.WrittenSpan.ToArray(); lease.Value.ResetWrittenCount(); "
        + "Use(bytes);")]
    [InlineData("using var lease = Writers.RentSegmented(); var all = lease.Value.WrittenSequence; lease.Value.Write([1]); Use(all);")]
    [InlineData("using var a = Writers.Rent(); using var b = Writers.Rent(); var bytes = a.Value.WrittenSpan; b.Value.Write(bytes); "
        + "Use(bytes[0]);")]
    [InlineData("using var lease = Writers.Rent(); var bytes = lease.Value.WrittenSpan; lease.Value.ResetWrittenCount(); "
        + "Use(bytes.Length);")]
    [InlineData("using var lease = Writers.Rent(); var writer = lease.Value; writer.ResetWrittenCount(); writer.WriteUtf8(\"a\");")]
    [InlineData("ReadOnlyMemory<byte> bytes = default; if (condition) { using var lease = Writers.Rent(); bytes = "
        + "lease.Value.WrittenMemory; bytes = bytes.ToArray(); } Use(bytes);")]
    [InlineData("bool isDone = false; var lease = _leases.Rent(); try { lease.Value.Append(1); lease.Dispose(); isDone = true; } "
        + "catch (IOException) { } if (!isDone) lease.Value.Append(2);")]
    public Task Analyze_MemoryThatIsStillThatOfItsWriter_IsFine(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("StringBuilder Get() { using var lease = _leases.Rent(); return {|POOL002:lease.Value|}; } Get();")]
    [InlineData("object Get() { using (var lease = _leases.Rent()) { return {|POOL002:lease.Value|}; } } Get();")]
    [InlineData("StringBuilder Get() { using var lease = _leases.Rent(); var text = lease.Value; text.Append(1); return "
        + "{|POOL002:text|}; } Get();")]
    [InlineData("ReadOnlyMemory<byte> Get() { using var lease = Writers.Rent(); return "
        + "{|POOL002:lease.Value.WrittenMemory.Slice(1)|}; } Get();")]
    [InlineData("ReadOnlySequence<byte> Get() { using var lease = Writers.RentSegmented(); return "
        + "{|POOL002:lease.Value.WrittenSequence|}; } Get();")]
    [InlineData("ReadOnlySpan<byte> Get() { using var json = Json.Rent(); return {|POOL002:json.WrittenSpan|}; } Get();")]
    [InlineData("Memory<int> Get() { using var array = new PooledArray<int>(4); return {|POOL002:array.Memory|}; } Get();")]
    [InlineData("ReadOnlyMemory<int> Get() { using var array = new PooledArray<int>(4); return {|POOL002:array.Memory|}; } Get();")]
    [InlineData("async Task<StringBuilder> Get() { using var lease = _leases.Rent(); await Task.Yield(); return "
        + "{|POOL002:lease.Value|}; } await Get();")]
    [InlineData("PooledLease<StringBuilder> Get() { using var lease = _leases.Rent(); return {|POOL002:lease|}; } Get();")]
    [InlineData("IDisposable Get() { using var share = message.Retain(); return {|POOL002:share|}; } Get();")]
    [InlineData("Func<StringBuilder> get = () => { using var lease = _leases.Rent(); return {|POOL002:lease.Value|}; }; get();")]
    [InlineData("using var lease = Writers.Rent(); _writer = {|POOL002:lease.Value|};")]
    [InlineData("using var lease = _leases.Rent(); _lease = {|POOL002:lease|};")]
    [InlineData("void Get(out StringBuilder text) { using var lease = _leases.Rent(); text = {|POOL002:lease.Value|}; } Get(out _);")]
    [InlineData("ReadOnlyMemory<byte> Get() { using PooledArrayBufferWriter<byte> writer = new(); "
        + "return {|POOL002:writer.WrittenMemory|}; } Get();")]
    public Task Analyze_ValueThatLeavesItsUsing_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("string Get() { using var lease = _leases.Rent(); return lease.Value.ToString(); } Get();")]
    [InlineData("int Get() { using var lease = _leases.Rent(); return lease.Value.Length; } Get();")]
    [InlineData("byte[] Get() { using var lease = Writers.Rent(); return lease.Value.WrittenSpan.ToArray(); } Get();")]
    [InlineData("string Get() { using var json = Json.Rent(); return Encoding.UTF8.GetString(json.WrittenSpan); } Get();")]
    [InlineData("PooledArray<byte> Get() { using var lease = Writers.Rent(); return lease.Value.Detach(); } Get().Dispose();")]
    [InlineData("SharedBuffer Get() { using var share = message.Retain(); return share.Retain(); } Get().Dispose();")]
    [InlineData("IEnumerable<StringBuilder> Get() { using var lease = _leases.Rent(); yield return lease.Value; } Get();")]
    [InlineData("PooledLease<StringBuilder> Get() { var lease = _leases.Rent(); return lease; } Use(Get());")]
    [InlineData("StringBuilder Get() { var lease = _leases.Rent(); _lease = lease; return lease.Value; } Get();")]
    [InlineData("void Each(Func<StringBuilder> get) => get(); using var lease = _leases.Rent(); Each(() => lease.Value);")]
    [InlineData("using var lease = Writers.Rent(); _writer = lease.Value; try { Use(1); } finally { _writer = null; }")]
    [InlineData("using var lease = Writers.Rent(); _writer = lease.Value; await Run(condition, stream, output, message);")]
    [InlineData("using var lease = Writers.Rent(); _writer = lease.Value; Use(this);")]
    [InlineData("using var lease = Writers.Rent(); var consumer = new Consumer { _writer = lease.Value }; Use(consumer);")]
    [InlineData("using var lease = Writers.Rent(); var consumer = new Consumer(); consumer._writer = lease.Value; Use(consumer);")]
    [InlineData("(StringBuilder, int) Get() { using var lease = _leases.Rent(); return (new StringBuilder(), "
        + "lease.Value.Length); } Get();")]
    [InlineData("StringBuilder Get() { using var lease = _leases.Rent(); return lease.Value.Append(1).Replace('a', 'b'); } Get();")]
    [InlineData("byte Get() { using var lease = Writers.Rent(); "
        + "foreach (byte each in lease.Value.WrittenSpan) return each; return 0; } Get();")]
    [InlineData("var all = new List<byte>(); using (var lease = Writers.Rent()) { "
        + "foreach (byte each in lease.Value.WrittenSpan) all.Add(each); } Use(all);")]
    [InlineData("byte Get() { var lease = Writers.Rent(); foreach (byte each in lease.Value.WrittenSpan) { "
        + "lease.Dispose(); return each; } lease.Dispose(); return 0; } Get();")]
    public Task Analyze_ValueThatStaysInItsUsing_IsFine(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("using var lease = Writers.Rent(); {|POOL002:lease.Value.CopyToAsync(stream)|};")]
    [InlineData("using var lease = Writers.Rent(); _ = {|POOL002:lease.Value.CopyToAsync(stream)|}.AsTask();")]
    [InlineData("var lease = Writers.Rent(); {|POOL002:lease.Value.CopyToAsync(stream)|}; lease.Dispose();")]
    [InlineData("ValueTask Get() { using var lease = Writers.RentSegmented(); return "
        + "{|POOL002:lease.Value.CopyToAsync(stream)|}; } await Get();")]
    [InlineData("Task Get() { using var lease = Writers.Rent(); var writer = lease.Value; return "
        + "{|POOL002:writer.CopyToAsync(stream)|}.AsTask(); } "
        + "await Get();")]
    [InlineData("ValueTask Get() { using var lease = Writers.Rent(); return "
        + "{|POOL002:stream.WriteAsync(lease.Value.WrittenMemory)|}; } await Get();")]
    [InlineData("using var lease = Writers.Rent(); var task = {|POOL002:lease.Value.CopyToAsync(stream)|};")]
    [InlineData("ValueTask Get() { using var lease = Writers.Rent(); var task = {|POOL002:lease.Value.CopyToAsync(stream)|}; "
        + "return task; } await Get();")]
    [InlineData("await using var json = Json.RentAsyncWriter(stream); {|POOL002:json.FlushAsync()|};")]
    public Task Analyze_TaskThatNothingAwaits_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("using var lease = Writers.Rent(); await lease.Value.CopyToAsync(stream);")]
    [InlineData("using var lease = Writers.Rent(); await lease.Value.CopyToAsync(stream).ConfigureAwait(false);")]
    [InlineData("using var lease = Writers.Rent(); var task = lease.Value.CopyToAsync(stream); await task;")]
    [InlineData("using var lease = Writers.Rent(); await Task.WhenAll(lease.Value.CopyToAsync(stream).AsTask());")]
    [InlineData("using var lease = Writers.Rent(); lease.Value.CopyToAsync(stream).AsTask().Wait();")]
    [InlineData("using var lease = Writers.Rent(); lease.Value.CopyToAsync(stream).GetAwaiter().GetResult();")]
    [InlineData("using var lease = Writers.Rent(); Func<ValueTask> copy = () => lease.Value.CopyToAsync(stream); await copy();")]
    [InlineData("ValueTask Get(PooledLease<PooledArrayBufferWriter<byte>> lease) => lease.Value.CopyToAsync(stream); await Get(default);")]
    [InlineData("async ValueTask Get() { using var lease = Writers.Rent(); await lease.Value.CopyToAsync(stream); } await Get();")]
    [InlineData("ValueTask<FlushResult> Get() { using var lease = Writers.Rent(); return "
        + "output.WriteAsync(lease.Value.WrittenMemory); } await Get();")]
    [InlineData("Task Get() { using var lease = Writers.Rent(); return Send(lease.Value.WrittenMemory); } await Get(); "
        + "Task Send(ReadOnlyMemory<byte> bytes) => Task.CompletedTask;")]
    public Task Analyze_TaskThatIsAwaited_IsFine(string statements) => ExpectAsync(statements);

    private static Task ExpectAsync(string statements) => UsageCompiler.ExpectAsync(UsageCompiler.InMethod(statements));
}
