namespace OpcUa.Client.After;

/// <summary>Receives the references of a browse for the application. It must not block, since nothing is received until it
/// returns.</summary>
public interface IReferenceHandler
{
    /// <summary>Called for each reference.</summary>
    /// <param name="reference">The reference, valid until the call returns.</param>
    void OnReference(in ReferenceView reference);
}
