namespace Pooling.Testing;

/// <summary>Specifies the moment at which a call throws.</summary>
public enum FaultMoment
{
    /// <summary>Before the call has done anything.</summary>
    Before,

    /// <summary>After the call has done all of its work: the array is rented, the item is reset, the bytes are
    /// written.</summary>
    After,
}
