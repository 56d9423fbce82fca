namespace Pooling.Analyzers.Usage;

/// <summary>Tests POOL001, POOL009 and the dropped owners of POOL003: what is lost, and every way to keep it.</summary>
public sealed class LostLeaseRuleTests
{
    [Theory]
    [InlineData("{|POOL001:_leases.Rent()|};")]
    [InlineData("_ = {|POOL001:_leases.Rent()|};")]
    [InlineData("if (condition) {|POOL001:_leases.Rent()|};")]
    [InlineData("{|POOL001:Writers.Rent()|}.Value.WriteUtf8(\"a\");")]
    [InlineData("var writer = {|POOL001:Writers.RentSegmented()|}.Value; writer.Write([1]);")]
    [InlineData("using var writer = {|POOL001:Writers.Rent()|}.Value;")]
    [InlineData("using (var writer = {|POOL001:Writers.Rent()|}.Value) { }")]
    [InlineData("{|POOL001:PooledScope.Begin()|}.RentArray<int>(4).Span.Clear();")]
    [InlineData("int length = {|POOL001:new PooledArray<int>(4)|}.Length;")]
    [InlineData("var json = {|POOL001:Json.Rent()|}.Writer;")]
    [InlineData("{|POOL001:SharedBuffer.Create(\"a\"u8)|};")]
    [InlineData("{|POOL001:MagazineMemoryPool.Shared.Rent(4)|}.Memory.Span.Clear();")]
    [InlineData("{|POOL003:message.Retain()|}.Memory.Span.ToArray();")]
    [InlineData("_ = {|POOL003:message.Slice(1)|};")]
    [InlineData("using var lease = Writers.Rent(); {|POOL003:lease.Value.DetachShared()|};")]
    [InlineData("using var lease = Writers.RentSegmented(); long length = {|POOL003:lease.Value.Detach()|}.Length;")]
    [InlineData("{|POOL009:Json.RentAsyncWriter(stream)|};")]
    [InlineData("{|POOL009:Json.RentAsyncWriter(stream)|}.Writer.WriteNumberValue(1);")]
    public Task Analyze_ResultThatIsDropped_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("var lease = {|POOL001:_leases.Rent()|};")]
    [InlineData("var lease = {|POOL001:_leases.Rent()|}; lease.Value.Append(1);")]
    [InlineData("PooledLease<StringBuilder> lease; lease = {|POOL001:_leases.Rent()|}; _writer?.Advance(lease.Value.Length);")]
    [InlineData("var lease = condition ? {|POOL001:_leases.Rent()|} : default; Use(lease.Value);")]
    [InlineData("var lease = {|POOL001:_leases.Rent()|}; Use(lease.Value); Use(lease.IsLive); Use(lease == default);")]
    [InlineData("var lease = {|POOL001:_leases.Rent()|}; _writer = null; Use(nameof(lease));")]
    [InlineData("while (condition) { var lease = {|POOL001:_leases.Rent()|}; lease.Value.Append(1); }")]
    [InlineData("Action run = () => { var lease = {|POOL001:_leases.Rent()|}; lease.Value.Append(1); }; run();")]
    [InlineData("void Run() { var lease = {|POOL001:_leases.Rent()|}; lease.Value.Append(1); } Run();")]
    [InlineData("var scope = {|POOL001:PooledScope.Begin()|}; scope.RentArray<int>(4);")]
    [InlineData("var array = {|POOL001:new PooledArray<int>(4)|}; array.Span.Clear();")]
    [InlineData("PooledArray<int> array = {|POOL001:new(4)|}; if (array is not null && array != null) array.Span.Clear();")]
    [InlineData("var owner = {|POOL001:MagazineMemoryPool.Shared.Rent()|}; owner.Memory.Span.Clear();")]
    [InlineData("var json = {|POOL001:Json.Rent(output)|}; json.Writer.WriteNumberValue(1);")]
    [InlineData("var share = {|POOL001:message.Retain()|}; Use(share.Length);")]
    [InlineData("using var lease = Writers.Rent(); var owner = {|POOL001:lease.Value.Detach()|}; Use(owner.Length);")]
    [InlineData("var json = {|POOL009:Json.RentAsyncWriter(output)|}; await json.FlushAsync();")]
    public Task Analyze_VariableThatNothingDisposes_IsReported(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("using var lease = _leases.Rent(); lease.Value.Append(1);")]
    [InlineData("using (var lease = _leases.Rent()) lease.Value.Append(1);")]
    [InlineData("using (_leases.Rent()) { }")]
    [InlineData("var lease = _leases.Rent(); using (lease) lease.Value.Append(1);")]
    [InlineData("var lease = _leases.Rent(); using var copy = lease; copy.Value.Append(1);")]
    [InlineData("var lease = _leases.Rent(); try { lease.Value.Append(1); } finally { lease.Dispose(); }")]
    [InlineData("var lease = _leases.Rent(); if (condition) lease.Dispose(); else lease.TryReturn();")]
    [InlineData("var lease = _leases.Rent(); if (!lease.TryReturn()) throw new InvalidOperationException();")]
    [InlineData("_leases.Rent().Dispose();")]
    [InlineData("PooledLease<StringBuilder> lease = default; if (condition) lease = _leases.Rent(); lease.Dispose();")]
    [InlineData("PooledArray<int>? array = condition ? new(4) : null; array?.Dispose();")]
    [InlineData("PooledArray<int>? array = null; try { array = new(4); } finally { array?.Dispose(); }")]
    [InlineData("await using var json = Json.RentAsyncWriter(stream); json.Writer.WriteNumberValue(1);")]
    [InlineData("await using (var json = Json.RentAsyncWriter(stream)) json.Writer.WriteNumberValue(1);")]
    [InlineData("await using (Json.RentAsyncWriter(stream).ConfigureAwait(false)) { }")]
    [InlineData("var json = Json.RentAsyncWriter(stream); await using (json.ConfigureAwait(false)) json.Writer.WriteNumberValue(1);")]
    [InlineData("var json = Json.RentAsyncWriter(stream); try { await json.FlushAsync(); } finally { await json.DisposeAsync(); }")]
    [InlineData("var json = Json.RentAsyncWriter(stream); json.Discard();")]
    [InlineData("var json = Json.RentAsyncWriter(stream); await json.DisposeAsync().ConfigureAwait(false);")]
    [InlineData("using var lease = Writers.Rent(); using var owner = lease.Value.Detach();")]
    [InlineData("using var share = message.Retain();")]
    [InlineData("message.Retain().Dispose();")]
    [InlineData("if (message.TryRetain(out SharedBuffer share)) share.Dispose();")]
    [InlineData("var shares = new SharedBuffer[4]; SharedBuffer.Create(\"a\"u8, shares); shares[0].Dispose();")]
    [InlineData("using var lease = PooledArrayBufferWriter.Rent(); lease.Value.DetachShared(new SharedBuffer[4]);")]
    [InlineData("var json = Json.Rent(); using var bytes = json.Detach();")]
    public Task Analyze_LeaseThatIsDisposed_IsFine(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("var lease = _leases.Rent(); Use(lease);")]
    [InlineData("Use(_leases.Rent());")]
    [InlineData("Use<IDisposable>(_leases.Rent());")]
    [InlineData("IDisposable lease = _leases.Rent();")]
    [InlineData("object lease = _leases.Rent();")]
    [InlineData("var lease = (IDisposable)_leases.Rent();")]
    [InlineData("_lease = _leases.Rent();")]
    [InlineData("var lease = _leases.Rent(); _lease = lease;")]
    [InlineData("var lease = _leases.Rent(); var copy = lease; copy.Value.Append(1);")]
    [InlineData("var lease = _leases.Rent(); PooledLease<StringBuilder>? copy = lease;")]
    [InlineData("var lease = _leases.Rent(); Fill(ref lease);")]
    [InlineData("var lease = _leases.Rent(); Action run = () => lease.Dispose(); run();")]
    [InlineData("var lease = _leases.Rent(); Action run = lease.Dispose; run();")]
    [InlineData("var lease = _leases.Rent(); void Run() => lease.Dispose(); Run();")]
    [InlineData("PooledLease<StringBuilder> lease = default; Action run = () => lease = _leases.Rent(); run(); lease.Dispose();")]
    [InlineData("var lease = _leases.Rent(); var array = new[] { lease };")]
    [InlineData("var lease = _leases.Rent(); PooledLease<StringBuilder>[] array = [lease];")]
    [InlineData("var lease = _leases.Rent(); var list = new List<PooledLease<StringBuilder>> { lease };")]
    [InlineData("var lease = _leases.Rent(); List<PooledLease<StringBuilder>> list = [.. new[] { lease }];")]
    [InlineData("var lease = _leases.Rent(); var tuple = (lease, 1);")]
    [InlineData("var (lease, count) = (_leases.Rent(), 1);")]
    [InlineData("var lease = _leases.Rent(); var pair = new { lease };")]
    [InlineData("var lease = _leases.Rent(); var pair = new KeyValuePair<int, PooledLease<StringBuilder>>(1, lease);")]
    [InlineData("var lease = _leases.Rent(); if (lease is { IsLive: true } copy) copy.Dispose();")]
    [InlineData("var lease = _leases.Rent(); string text = $\"{lease}\";")]
    [InlineData("var lease = _leases.Rent(); ref var place = ref lease; place.Dispose();")]
    [InlineData("var lease = _leases.Rent(); lease.ToString(); unsafe { Use((nint)(&lease)); }")]
    [InlineData("var lease = _leases.Rent(); var other = condition ? lease : default; other.Dispose();")]
    [InlineData("var lease = _leases.Rent(); var other = condition switch { true => lease, _ => default };")]
    [InlineData("PooledArray<int>? array = null; array ??= new(4); Use(array);")]
    [InlineData("Func<PooledLease<StringBuilder>> rent = () => _leases.Rent(); Use(rent);")]
    [InlineData("Action rent = () => _leases.Rent(); Use(rent);")]
    [InlineData("Action rent = () => { _leases.Rent(); }; Use(rent);")]
    [InlineData("foreach (ref var lease in new PooledLease<StringBuilder>[2].AsSpan()) lease = _leases.Rent();")]
    [InlineData("PooledLease<StringBuilder> Rent() => _leases.Rent(); Use(Rent());")]
    [InlineData("PooledLease<StringBuilder> Rent() { var lease = _leases.Rent(); lease.Value.Append(1); return lease; } Use(Rent());")]
    [InlineData("IEnumerable<PooledLease<StringBuilder>> Rent() { yield return _leases.Rent(); } Use(Rent());")]
    [InlineData("Task<PooledLease<StringBuilder>> Rent() => Task.FromResult(_leases.Rent()); Use(Rent());")]
    [InlineData("async Task<PooledLease<StringBuilder>> Rent() { await Task.Yield(); return _leases.Rent(); } Use(await Rent());")]
    [InlineData("var queue = new Queue<PooledLease<StringBuilder>>(); queue.Enqueue(_leases.Rent());")]
    [InlineData("var scope = PooledScope.Begin(); using var array = scope.RentArray<int>(4); Use(scope);")]
    public Task Analyze_LeaseThatLeavesTheMethod_IsFine(string statements) => ExpectAsync(statements);

    [Theory]
    [InlineData("private sealed class Wrapper(PooledLease<StringBuilder> lease) { public object Lease => lease; } "
        + "private Wrapper Wrap() => new Wrapper(_leases.Rent()); "
        + "private Wrapper Wrap2() { var lease = _leases.Rent(); return new(lease); }")]
    [InlineData("private PooledLease<StringBuilder> Rented { get; set; } private void Set() => Rented = _leases.Rent();")]
    [InlineData("private readonly PooledLease<StringBuilder> _kept = BufferWriters.Rent(); "
        + "private static class BufferWriters { public static PooledLease<StringBuilder> Rent() => default; }")]
    [InlineData("private readonly PooledArray<byte> _array = new(4);")]
    [InlineData("private bool TryRent(out PooledLease<StringBuilder> lease) { lease = _leases.Rent(); return true; }")]
    [InlineData("private PooledArray<int>? _cache; private PooledArray<int> Cached => _cache ??= new(4);")]
    [InlineData("private PooledLease<StringBuilder> Encode() => _leases.Rent(); private void Send() { Encode(); var lease = Encode(); }")]
    public Task Analyze_MembersThatKeepLeases_AreFine(string members) => UsageCompiler.ExpectAsync(UsageCompiler.InMethod("", members));

    [Theory]
    [InlineData("var lease = _leases.Rent(); lease.Value.Append(1); lease.Dispose();", true)]
    [InlineData("var lease = _leases.Rent(); try { lease.Value.Append(1); } finally { lease.Dispose(); }", false)]
    [InlineData("var lease = _leases.Rent(); try { Use(1); } catch { lease.Dispose(); throw; } lease.Dispose();", false)]
    [InlineData("using var lease = _leases.Rent(); lease.Value.Append(1);", false)]
    public async Task Analyze_ExceptionPaths_AreReadIfAskedFor(string statements, bool isReported)
    {
        var compilation = UsageCompiler.Compile(UsageCompiler.InMethod(statements));

        Assert.Empty(await UsageCompiler.AnalyzeAsync(compilation));
        Assert.Equal(isReported ? ["POOL001"] : [],
            (await UsageCompiler.AnalyzeAsync(compilation, "pooling.analyze_exception_paths")).Select(static each => each.Id));
    }

    private static Task ExpectAsync(string statements) => UsageCompiler.ExpectAsync(UsageCompiler.InMethod(statements));
}
