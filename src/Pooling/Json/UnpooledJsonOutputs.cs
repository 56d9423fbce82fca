using Pooling.Objects;

namespace Pooling.Json;

/// <summary>Where outputs go whose options no pool keeps: nowhere. Their arrays still go back to the array pool.</summary>
internal sealed class UnpooledJsonOutputs : LeaseSource<JsonOutput>
{
    internal static readonly UnpooledJsonOutputs Instance = new();

    internal override void Return(LeaseCell<JsonOutput> cell, bool isExhausted)
    {
        try
        {
            cell.Item.Close();
        }
        finally
        {
            cell.Dispose();
        }
    }

    internal override void Drop(JsonOutput item) => item.Dispose();
}
