using System.Diagnostics.Metrics;

namespace Pooling.Diagnostics;

/// <summary>Reads the meter of the library as a listener does.</summary>
internal static class Metrics
{
    /// <summary>Returns the measurements of one pool by instrument, with the value of the second tag if there is one.</summary>
    internal static Dictionary<string, long> Of(string pool)
    {
        var values = new Dictionary<string, long>();
        using var listener = new MeterListener();
        bool isPublished = false;
        listener.InstrumentPublished = (instrument, of) =>
        {
            if (instrument.Meter.Name != PoolMeter.Name)
                return;

            of.EnableMeasurementEvents(instrument);
            if (instrument.Name == PoolMeter.LastInstrument)
                Volatile.Write(ref isPublished, true);
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            if (!Equals(tags[0].Value, pool))
                return;

            Assert.Equal("pooling.pool.name", tags[0].Key);
            values.Add(tags.Length == 1 ? instrument.Name : $"{instrument.Name} {tags[1].Value}", value); // each once
        });
        listener.Start();
        Assert.True(
            SpinWait.SpinUntil(() => Volatile.Read(ref isPublished), TimeSpan.FromSeconds(30)),
            "The instruments should come soon after the first pool.");
        listener.RecordObservableInstruments();
        return values;
    }
}
