package api

import (
	"encoding/json"
	"net/http"
	"time"

	"example.com/parcels/internal/shipment"
)

// view is a shipment as clients see it.
type view struct {
	*shipment.Shipment
	State shipment.State `json:"state"`
}

func viewOf(s *shipment.Shipment) view { return view{s, s.State()} }

func (s *server) register(w http.ResponseWriter, r *http.Request) {
	var in struct {
		From  shipment.Hub `json:"from"`
		To    shipment.Hub `json:"to"`
		Grams int          `json:"grams"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		s.fail(w, err)
		return
	}
	made, err := s.store.Register(in.From, in.To, in.Grams, s.now())
	if err != nil {
		s.fail(w, err)
		return
	}
	s.reply(w, http.StatusCreated, viewOf(made))
}

func (s *server) show(w http.ResponseWriter, r *http.Request) {
	found, err := s.store.Get(shipment.ID(r.PathValue("id")))
	if err != nil {
		s.fail(w, err)
		return
	}
	s.reply(w, http.StatusOK, viewOf(found))
}

func (s *server) scan(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Hub  shipment.Hub  `json:"hub"`
		Kind shipment.Kind `json:"kind"`
		At   *time.Time    `json:"at"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		s.fail(w, err)
		return
	}
	at := s.now()
	if in.At != nil {
		at = *in.At
	}
	changed, err := s.store.Scan(shipment.ID(r.PathValue("id")), shipment.Scan{Hub: in.Hub, Kind: in.Kind, At: at})
	if err != nil {
		s.fail(w, err)
		return
	}
	s.reply(w, http.StatusOK, viewOf(changed))
}

func (s *server) overdue(w http.ResponseWriter, _ *http.Request) {
	late := shipment.Overdue(s.store.All(), s.standstill, s.now())
	views := make([]view, len(late))
	for i, l := range late {
		views[i] = viewOf(l)
	}
	s.reply(w, http.StatusOK, views)
}
