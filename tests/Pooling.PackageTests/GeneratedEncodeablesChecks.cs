using Pooling.Encodeables;

namespace Pooling.PackageTests;

/// <summary>Checks pooled encodeables with the code that the generator of the package creates.</summary>
internal static class GeneratedEncodeablesChecks
{
    internal static void Run(SelfCheck check)
    {
        check.That("a generated encodeable comes back as new", () =>
        {
            PooledRef<Telemetry> used = Telemetry.Pool.Rent();
            Telemetry first = used.Value;
            Fill(first);
            bool returned = used.TryReturn();

            using PooledRef<Telemetry> rented = Telemetry.Pool.Rent();
            Telemetry second = rented.Value;
            return returned && ReferenceEquals(first, second)
                && second is { Device: 7, Zone: 1, Values: null, Times: null, TimeCount: 0, Source: null, Notes.Count: 0, Uses: 1 };
        });
        check.Equal("what a generated encodeable holds is returned with it", 0L, static () =>
        {
            using (PooledRef<Telemetry> rented = Telemetry.Pool.Rent())
                Fill(rented.Value);

            return TelemetrySource.Pool.GetStatistics().InUse;
        });
        check.That("a late return of a generated encodeable is refused", static () =>
        {
            PooledRef<Telemetry> late = Telemetry.Pool.Rent();
            late.TryReturn();
            using PooledRef<Telemetry> rented = Telemetry.Pool.Rent();
            return !late.TryReturn() && rented.IsLive;
        });
        check.That("an array with a count is rented for a generated encodeable and returned with it", static () =>
        {
            PooledRef<Telemetry> first = Telemetry.Pool.Rent();
            first.Value.RentTimes(100).Fill(5);
            long[] array = first.Value.Times!;
            bool isFilled = first.Value.TimeCount == 100 && array.Length >= 100 && array[99] == 5;
            first.TryReturn();

            using PooledRef<Telemetry> second = Telemetry.Pool.Rent();
            second.Value.RentTimes(100);
            return isFilled && ReferenceEquals(array, second.Value.Times);
        });
        check.That("a hostile length of an array with a count is refused", static () =>
        {
            using PooledRef<Telemetry> rented = Telemetry.Pool.Rent();
            try
            {
                rented.Value.RentTimes(int.MaxValue, maxLength: 16);
                return false;
            }
            catch (ArgumentOutOfRangeException)
            {
                return rented.Value.Times is null;
            }
        });
        check.AllocatesNothing("generated encodeables are rented through a scope without allocating", static () =>
        {
            using PooledScope scope = PooledScope.Begin();
            Telemetry item = scope.Rent(Telemetry.Pool);
            item.Source = scope.Rent(TelemetrySource.Pool);
            item.Values = scope.RentArray<double>(100);
            item.RentTimes(100);
        });
    }

    private static void Fill(Telemetry item)
    {
        item.Device = 1;
        item.Values = EncodeablePool.RentArray<double>(10);
        item.RentTimes(10);
        item.Source = TelemetrySource.Pool.RentUnchecked();
        item.Source.Name = "somebody";
        item.Notes.Add("noted");
        item.Uses++;
    }
}
