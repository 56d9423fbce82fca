namespace Pooling.Analyzers.Usage;

/// <summary>Tests the rules about queues, pools of objects, pipes, disposed values and reservations: POOL003 to POOL008.</summary>
public sealed class OtherRulesTests
{
    private const string Queue = "var queue = new MpmcRingQueue<PooledLease<StringBuilder>>(4); ";
    private const string Channel =
        "var channel = new RingChannel<int>(new BoundedChannelOptions(4) { SingleReader = true, SingleWriter = true }); ";

    [Theory]
    [InlineData("{|POOL003:queue.TryEnqueue(_leases.Rent())|};")]
    [InlineData("_ = {|POOL003:queue.TryEnqueue(_leases.Rent())|};")]
    [InlineData("var lease = _leases.Rent(); {|POOL003:queue.TryEnqueue(lease)|};")]
    [InlineData("var shares = Channel.CreateBounded<SharedBuffer>(4); {|POOL003:shares.Writer.TryWrite(message.Retain())|};")]
    [InlineData("using var lease = Writers.Rent(); var arrays = new RingQueue<PooledArray<byte>>(); "
        + "{|POOL003:arrays.TryEnqueue(lease.Value.Detach())|};")]
    public Task Analyze_EnqueueThatNothingReads_IsReported(string statements) => ExpectAsync(Queue + statements);

    [Theory]
    [InlineData("var lease = _leases.Rent(); if (!queue.TryEnqueue(lease)) lease.Dispose();")]
    [InlineData("bool isQueued = queue.TryEnqueue(_leases.Rent()); Use(isQueued);")]
    [InlineData("var lease = _leases.Rent(); Use(queue.TryEnqueue(lease));")]
    [InlineData("var numbers = new MpmcRingQueue<int>(4); numbers.TryEnqueue(1);")]
    [InlineData("var channel = Channel.CreateBounded<SharedBuffer>(4); await channel.Writer.WriteAsync(message.Retain());")]
    [InlineData("var texts = Channel.CreateUnbounded<string>(); texts.Writer.TryWrite(\"a\");")]
    public Task Analyze_EnqueueThatIsRead_IsFine(string statements) => ExpectAsync(Queue + statements);

    [Theory]
    [InlineData("using var lease = _leases.Rent(); {|POOL004:_items.Return(lease.Value)|};")]
    [InlineData("using var lease = _leases.Rent(); {|POOL004:_others.Return(lease.Value)|};")]
    [InlineData("using var lease = _leases.Rent(); var text = lease.Value; {|POOL004:_others.Return(text)|};")]
    [InlineData("var text = _items.Get(); using var other = MagazinePool.Create<StringBuilder>(); "
        + "using var third = MagazinePool.Create<StringBuilder>(); var item = other.Get(); "
        + "{|POOL004:third.Return(item)|}; _items.Return(text);")]
    [InlineData("var text = _others.Get(); {|POOL004:_items.Return(text)|};")]
    [InlineData("var text = {|POOL004:_items.Get()|}; text.Append(1);")]
    [InlineData("var text = {|POOL004:_items.Get()|}; Use(text.Length);")]
    [InlineData("{|POOL004:_items.Get()|};")]
    [InlineData("var text = {|POOL004:_items.Get()|}; text.Clear().Append(1).Append(2);")]
    [InlineData("var text = {|POOL004:_items.Get()|}; Use(text.Append(1).ToString().Length);")]
    [InlineData("var text = {|POOL004:_items.Get()|}; string written = text.ToString();")]
    public Task Analyze_WrongReturn_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("var text = _items.Get(); text.Append(1); _items.Return(text);")]
    [InlineData("var text = _items.Get(); try { Use(1); } finally { _items.Return(text); }")]
    [InlineData("var text = _others.Get(); text.Append(1);")]
    [InlineData("var text = _items.Get(); Use(text);")]
    [InlineData("var text = _items.Get(); var array = new[] { text };")]
    [InlineData("var text = _items.Get(); Action run = () => _items.Return(text); run();")]
    [InlineData("StringBuilder Get() { var text = _items.Get(); text.Append(1); return text; } Use(Get());")]
    [InlineData("StringBuilder Get() { var text = _items.Get(); return text.Append(1); } Use(Get());")]
    [InlineData("_items.Return(_items.Get().Append(1));")]
    [InlineData("var text = _items.Get(); _items.Return(text.Append(1).Append(2));")]
    [InlineData("var text = _items.Get(); var same = text.Append(1).Append(2); _items.Return(same);")]
    [InlineData("ObjectPool<StringBuilder> pool = _items; var text = pool.Get(); _items.Return(text);")]
    [InlineData("var text = new StringBuilder(); _items.Return(text);")]
    [InlineData("using var lease = _leases.Rent(); _others.Return(new StringBuilder(lease.Value.ToString()));")]
    [InlineData("var text = condition ? _items.Get() : _others.Get(); _items.Return(text);")]
    public Task Analyze_ItemThatGoesBack_IsFine(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("var text = _items.Get(); _items.Return(text); {|POOL004:_items.Return(text)|};")]
    [InlineData("var text = _others.Get(); if (condition) _others.Return(text); {|POOL004:_others.Return(text)|};")]
    [InlineData("var text = _items.Get(); try { text.Append(1); _items.Return(text); } finally { {|POOL004:_items.Return(text)|}; }")]
    [InlineData("var text = _items.Get(); _items.Return(text); {|POOL004:text|}.Append(1);")]
    [InlineData("var text = _items.Get(); _items.Return(text); if (condition) {|POOL004:text|}.Append(1);")]
    [InlineData("var text = _items.Get(); _items.Return(text); {|POOL004:text|}.Length = 0;")]
    [InlineData("StringBuilder Get() { var text = _items.Get(); _items.Return(text); return {|POOL004:text|}; } Get();")]
    [InlineData("void Send(StringBuilder text) { _items.Return(text); {|POOL004:text|}.Clear(); } Send(new());")]
    [InlineData("while (condition) { var text = _items.Get(); _items.Return(text); {|POOL004:text|}.Append(1); }")]
    [InlineData("Action run = () => { var text = _items.Get(); _items.Return(text); {|POOL004:text|}.Append(1); }; run();")]
    public Task Analyze_ItemAfterItsReturn_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("var text = _items.Get(); _items.Return(text); text = _items.Get(); text.Append(1); _items.Return(text);")]
    [InlineData("var text = _items.Get(); if (condition) { _items.Return(text); return; } text.Append(1); _items.Return(text);")]
    [InlineData("var text = _items.Get(); if (condition) _items.Return(text); else { text.Append(1); _items.Return(text); }")]
    [InlineData("var text = _items.Get(); bool isDone = false; try { _items.Return(text); isDone = true; } catch (IOException) { } "
        + "if (!isDone) _items.Return(text);")]
    [InlineData("var text = _items.Get(); bool isDone = false; try { _items.Return(text); isDone = true; } "
        + "finally { if (!isDone) _items.Return(text); }")]
    [InlineData("var text = _items.Get(); try { text.Append(1); } catch { _items.Return(text); throw; } _items.Return(text);")]
    [InlineData("for (int i = 0; i < 3; i++) { var text = _items.Get(); text.Append(i); _items.Return(text); }")]
    [InlineData("foreach (var text in new[] { _items.Get(), _items.Get() }) { text.Append(1); _items.Return(text); }")]
    [InlineData("var text = _items.Get(); while (condition) { text.Append(1); _items.Return(text); text = _items.Get(); } "
        + "_items.Return(text);")]
    [InlineData("var text = _items.Get(); _items.Return(text); Use(ReferenceEquals(text, _items.Get()));")]
    [InlineData("var text = _items.Get(); _items.Return(text); Use(text == null);")]
    [InlineData("var text = _items.Get(); _items.Return(text); System.Diagnostics.Debug.Assert(text.Length == 0);")]
    [InlineData("var text = _items.Get(); switch (condition) { case true: _items.Return(text); break; default: "
        + "_items.Return(text); break; }")]
    [InlineData("var text = _items.Get(); _items.Return(text); Action run = () => text.Append(1); Use(run);")]
    public Task Analyze_ItemBeforeItsReturn_IsFine(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("var pipe = new Pipe(); using (var json = {|POOL005:Json.Rent(pipe.Writer)|}) json.Writer.WriteNumberValue(1);")]
    [InlineData("var writer = PipeWriter.Create(stream); using (var json = {|POOL005:Json.Rent(writer)|}) "
        + "json.Writer.WriteNumberValue(1);")]
    [InlineData("var writer = PipeWriter.Create(stream); await writer.FlushAsync(); using var json = "
        + "{|POOL005:Json.Rent(writer)|}; json.Flush();")]
    [InlineData("var writer = new Pipe().Writer; using (Json.Rent(writer)) { }", false)]
    public Task Analyze_PipeThatNothingFlushes_IsReported(string statements, bool _ = true) => ExpectAsync(statements);

    [Theory]
    [InlineData("using (var json = Json.Rent(output)) json.Writer.WriteNumberValue(1);")]
    [InlineData("var writer = output; using (var json = Json.Rent(writer)) json.Writer.WriteNumberValue(1);")]
    [InlineData("var pipe = new Pipe(); using (var json = Json.Rent(pipe.Writer)) json.Flush(); await pipe.Writer.FlushAsync();")]
    [InlineData("var pipe = new Pipe(); using (var json = Json.Rent(pipe.Writer)) json.Flush(); pipe.Writer.Complete();")]
    [InlineData("var writer = PipeWriter.Create(stream); using (var json = Json.Rent(writer)) json.Flush(); await writer.CompleteAsync();")]
    [InlineData("var writer = PipeWriter.Create(stream); using (var json = Json.Rent(writer)) json.Flush(); Use(writer);")]
    [InlineData("var pipe = new Pipe(); Func<Task> flush = async () => await pipe.Writer.FlushAsync(); using (var json = "
        + "Json.Rent(pipe.Writer)) "
        + "json.Flush(); await flush();")]
    [InlineData("var pipe = new Pipe(); Use(pipe); using (var json = Json.Rent(pipe.Writer)) json.Flush();")]
    [InlineData("var writer = PipeWriter.Create(stream); await using (var json = Json.RentAsyncWriter(writer)) await json.FlushAsync();")]
    [InlineData("using (var json = Json.Rent(stream)) json.Writer.WriteNumberValue(1);")]
    [InlineData("var pipe = new Pipe(); var writer = pipe.Writer; using (var json = Json.Rent(writer)) json.Flush(); await "
        + "writer.FlushAsync();")]
    public Task Analyze_PipeThatIsFlushed_IsFine(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("using var lease = Writers.Rent(); {|POOL006:lease.Value.Dispose()|};")]
    [InlineData("using var lease = Writers.Rent(); using (var writer = {|POOL006:lease.Value|}) writer.WriteUtf8(\"a\");")]
    [InlineData("using var lease = Writers.Rent(); using ({|POOL006:lease.Value|}) { }")]
    [InlineData("using var lease = Writers.Rent(); var writer = lease.Value; {|POOL006:writer.Dispose()|};")]
    [InlineData("using var json = Json.Rent(); {|POOL006:json.Writer.Dispose()|};")]
    [InlineData("await using var json = Json.RentAsyncWriter(stream); await {|POOL006:json.Writer.DisposeAsync()|};")]
    [InlineData("void Send(PooledLease<PooledArrayBufferWriter<byte>> lease) { {|POOL006:lease.Value.Dispose()|}; } Send(default);")]
    public Task Analyze_ValueThatIsDisposed_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("using var writer = new PooledArrayBufferWriter<byte>(); writer.Dispose();")]
    [InlineData("using var lease = Writers.Rent(); using var owner = lease.Value.Detach();")]
    [InlineData("using var lease = Writers.Rent(); using var read = lease.Value.AsReadStream();")]
    [InlineData("var lazy = new Lazy<MemoryStream>(); lazy.Value.Dispose(); KeyValuePair<int, MemoryStream> pair = default; "
        + "pair.Value.Dispose();")]
    [InlineData("using var json = new Utf8JsonWriter(stream); json.Dispose();")]
    public Task Analyze_OtherValues_MayBeDisposed(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("using var lease = Writers.Rent(); {|POOL007:lease.Value.Reserve(4)|};")]
    [InlineData("using var lease = Writers.Rent(); var length = {|POOL007:lease.Value.Reserve(4)|}; lease.Value.WriteUtf8(\"a\");")]
    [InlineData("using var lease = Writers.RentSegmented(); var length = {|POOL007:lease.Value.Reserve(4)|}; Use(length.WrittenSince);")]
    public Task Analyze_ReservationThatNothingPatches_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("using var lease = Writers.Rent(); var length = lease.Value.Reserve(4); length.PatchLengthBigEndian();")]
    [InlineData("using var lease = Writers.Rent(); lease.Value.Reserve(1).Patch([1]);")]
    [InlineData("using var lease = Writers.Rent(); _ = lease.Value.Reserve(4);")]
    [InlineData("using var lease = Writers.RentSegmented(); var length = lease.Value.Reserve(4); if (condition) "
        + "length.PatchBigEndian(1L);")]
    [InlineData("using var lease = Writers.Rent(); var length = lease.Value.Reserve(4); Patch(length); "
        + "static void Patch(BufferReservation<byte> length) => length.Replace([]);")]
    [InlineData("using var lease = Writers.Rent(); Stack<BufferReservation<byte>> open = new(); Push(open, lease.Value); "
        + "static void Push(Stack<BufferReservation<byte>> open, PooledArrayBufferWriter<byte> writer) => open.Push(writer.Reserve(2));")]
    public Task Analyze_ReservationThatIsPatched_IsFine(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("var a = Task.Run(() => channel.Reader.TryRead(out _)); var b = {|POOL008:Task.Run(() => "
        + "channel.Reader.TryRead(out _))|};")]
    [InlineData("for (int i = 0; i < 4; i++) {|POOL008:Task.Run(async () => await channel.Writer.WriteAsync(1))|};")]
    [InlineData("var queue = new MpscRingQueue<int>(4); new Thread(() => queue.TryDequeue(out _)).Start(); ", false)]
    [InlineData("var queue = new SpscRingQueue<int>(4); List<Task> tasks = []; for (int i = 0; i < 2; i++) "
        + "tasks.Add({|POOL008:Task.Run(() => queue.TryEnqueue(1))|}); await Task.WhenAll(tasks);")]
    [InlineData("var queue = new SpscRingQueue<int>(4); var a = new Thread(() => queue.TryEnqueue(1)); var b = {|POOL008:new "
        + "Thread(() => queue.TryEnqueue(1))|};")]
    public Task Analyze_QueueOfSeveralThreads_IsReported(string statements, bool _ = true) => ExpectAsync(Channel + statements);

    [Theory]
    [InlineData("var a = Task.Run(() => channel.Reader.TryRead(out _)); var b = Task.Run(() => channel.Writer.TryWrite(1));")]
    [InlineData("await Task.Run(() => channel.Reader.TryRead(out _)); await Task.Run(() => channel.Reader.TryRead(out _));")]
    [InlineData("var a = Task.Run(() => channel.Reader.TryRead(out _)); await a; var b = Task.Run(() => channel.Reader.TryRead(out _));")]
    [InlineData("var queue = new MpscRingQueue<int>(4); for (int i = 0; i < 4; i++) Task.Run(() => queue.TryEnqueue(1));")]
    [InlineData("var queue = new MpmcRingQueue<int>(4); for (int i = 0; i < 4; i++) Task.Run(() => queue.TryDequeue(out _));")]
    [InlineData("for (int i = 0; i < 4; i++) { var queue = new SpscRingQueue<int>(4); Task.Run(() => queue.TryDequeue(out _)); }")]
    [InlineData("for (int i = 0; i < 4; i++) { var task = Task.Run(() => channel.Reader.TryRead(out _)); await task; }")]
    [InlineData("var many = new RingChannel<int>(4); for (int i = 0; i < 4; i++) Task.Run(() => many.Reader.TryRead(out _));")]
    [InlineData("var many = new RingChannel<int>(new BoundedChannelOptions(4) { SingleReader = false }); "
        + "for (int i = 0; i < 4; i++) Task.Run(() => many.Reader.TryRead(out _));")]
    public Task Analyze_QueueOfOneThread_IsFine(string statements) => ExpectAsync(Channel + statements);

    private static Task ExpectAsync(string statements) => UsageCompiler.ExpectAsync(UsageCompiler.InMethod(statements));
}
